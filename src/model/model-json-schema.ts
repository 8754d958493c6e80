/**
 * JSON Schema (2020-12) of the files that `modelToJson` writes, for editors. `modelFromJson` checks more than a schema
 * can express.
 */
const text = { type: 'string' } as const
const flag = { type: 'boolean' } as const
const value = { $ref: '#/$defs/value' } as const
const numeric = { $ref: '#/$defs/numeric' } as const
const reference = { $ref: '#/$defs/function' } as const

const stateSelect = { enum: ['never', 'avoid', 'default', 'prefer', 'always'] } as const
const final = { type: ['boolean', 'integer'] } as const
const valueType = {
  anyOf: [{ enum: ['Integer', 'Boolean'] }, { type: 'array', items: { type: 'string' }, minItems: 1 }],
} as const
const scope = { enum: ['inner', 'outer'] } as const
const condition = { anyOf: [{ type: 'boolean' }, { $ref: '#/$defs/expr' }] } as const

const limits = { min: numeric, max: numeric, unit: text, info: text, scope, final, type: valueType } as const

/** Schema of an object with exactly these keys. */
function closed<P extends object>(properties: P, required: readonly (keyof P & string)[]) {
  return { type: 'object', properties, required, additionalProperties: false } as const
}

/** JSON schema of the files that `modelToJson` writes, for editors. */
export const modelJsonSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Vario model',
  $ref: '#/$defs/model',
  $defs: {
    model: {
      description:
        'A model: its members by name. equations, initialEquations, initial, connect, build, info, if and for are reserved.',
      type: 'object',
      properties: {
        _class: { const: 'Model' },
        equations: { description: 'One statement per text.', type: 'array', items: text },
        initialEquations: { description: 'Equations of the start.', type: 'array', items: text },
        initial: { const: 'steady' },
        connect: { type: 'array', items: { type: 'array', items: text, minItems: 2 } },
        build: reference,
        if: condition,
        _scope: scope,
        _bus: { const: true },
        _machine: { description: 'Initial state and transitions.', type: 'object' },
        for: { description: 'The index and its range.', type: 'object', additionalProperties: numeric },
        info: text,
      },
      required: ['_class'],
      additionalProperties: { $ref: '#/$defs/member' },
    },
    member: {
      anyOf: [
        { $ref: '#/$defs/model' },
        { $ref: '#/$defs/var' },
        { $ref: '#/$defs/par' },
        { type: 'array', items: { $ref: '#/$defs/model' }, minItems: 1 },
        value,
      ],
    },
    var: closed(
      {
        ...{
          _class: { const: 'Var' },
          potential: flag,
          flow: flag,
          stream: flag,
          input: flag,
          output: flag,
          fixed: flag,
        },
        ...{
          init: numeric,
          start: numeric,
          nominal: numeric,
          ...limits,
          hideResult: flag,
          value,
          if: condition,
          stateSelect,
        },
      },
      ['_class'],
    ),
    par: closed({ _class: { const: 'Par' }, value, fixed: flag, ...limits }, ['_class', 'value']),
    numeric: {
      anyOf: [
        { type: ['number', 'boolean'] },
        { type: 'array', items: numeric },
        { $ref: '#/$defs/number' },
        { $ref: '#/$defs/expr' },
        { $ref: '#/$defs/quantity' },
        { $ref: '#/$defs/array' },
      ],
    },
    value: {
      anyOf: [
        { type: ['number', 'boolean', 'string', 'null'] },
        { type: 'array', items: value },
        ...['number', 'expr', 'quantity', 'array', 'function', 'record'].map((name) => ({
          $ref: `#/$defs/${name}`,
        })),
        { type: 'object', propertyNames: { pattern: '^[^_]' }, additionalProperties: value },
      ],
    },
    number: closed({ _number: { enum: ['NaN', 'Infinity', '-Infinity'] } }, ['_number']),
    expr: closed(
      {
        _expr: { description: 'An expression as text.', ...text },
        up: {
          description: 'Levels above the component at which names are looked up.',
          type: 'integer',
          minimum: 0,
        },
      },
      ['_expr'],
    ),
    quantity: closed({ _value: numeric, _unit: text }, ['_value', '_unit']),
    array: closed(
      {
        _array: { enum: ['Float64Array', 'Float32Array', 'Int32Array'] },
        values: { type: 'array', items: numeric },
      },
      ['_array', 'values'],
    ),
    function: closed({ _function: { description: 'Name given to registerFunction.', ...text } }, [
      '_function',
    ]),
    record: closed({ _record: { type: 'object', additionalProperties: value } }, ['_record']),
  },
} as const
