/** Independent check of `modelFromJson`: a JSON-schema validator for the keywords that `modelJsonSchema` uses. */

type Schema = Readonly<Record<string, unknown>>
type Check = (
  rule: never,
  value: unknown,
  path: string,
  context: { root: Schema; schema: Schema },
) => string[]

/** Problems of `value` as "path: problem"; none if it satisfies the schema. An unknown keyword is an error. */
export function schemaProblems(root: Schema, value: unknown): string[] {
  return problemsOf(root, root, value, '$')
}

function problemsOf(root: Schema, schema: Schema, value: unknown, path: string): string[] {
  return Object.entries(schema).flatMap(([keyword, rule]) => {
    if (ANNOTATIONS.has(keyword)) return []
    const check = CHECKS[keyword]
    if (check === undefined) throw new Error(`The validator has no keyword '${keyword}'.`)
    return check(rule as never, value, path, { root, schema })
  })
}

const ANNOTATIONS: ReadonlySet<string> = new Set(['$schema', '$defs', 'title', 'description'])

const CHECKS: Readonly<Record<string, Check>> = {
  $ref: (rule: string, value, path, { root }) => {
    const name = /^#\/\$defs\/(\w+)$/.exec(rule)?.[1] ?? ''
    const target = (root['$defs'] as Record<string, Schema>)[name]
    if (target === undefined) throw new Error(`The schema has no definition '${rule}'.`)
    return problemsOf(root, target, value, path)
  },
  anyOf: (rule: readonly Schema[], value, path, { root }) => {
    const found = rule.map((schema) => problemsOf(root, schema, value, path))
    return found.some((problems) => problems.length === 0) ? [] : [`${path}: fulfills none of anyOf`]
  },
  type: (rule: string | readonly string[], value, path) => {
    const types = typesOf(value)
    return [rule].flat().some((type) => types.includes(type))
      ? []
      : [`${path}: type ${types[0]}, not ${rule}`]
  },
  const: (rule: unknown, value, path) => (value === rule ? [] : [`${path}: not ${rule}`]),
  enum: (rule: readonly unknown[], value, path) =>
    rule.includes(value) ? [] : [`${path}: not one of ${rule}`],
  minimum: (rule: number, value, path) =>
    typeof value === 'number' && value < rule ? [`${path}: less than ${rule}`] : [],
  pattern: (rule: string, value, path) =>
    typeof value === 'string' && !new RegExp(rule, 'u').test(value)
      ? [`${path}: does not match ${rule}`]
      : [],
  items: (rule: Schema, value, path, { root }) =>
    Array.isArray(value) ? value.flatMap((item, i) => problemsOf(root, rule, item, `${path}[${i}]`)) : [],
  minItems: (rule: number, value, path) =>
    Array.isArray(value) && value.length < rule ? [`${path}: fewer than ${rule} items`] : [],
  required: (rule: readonly string[], value, path) =>
    isObject(value)
      ? rule.filter((key) => !Object.hasOwn(value, key)).map((key) => `${path}: ${key} is missing`)
      : [],
  properties: (rule: Readonly<Record<string, Schema>>, value, path, { root }) =>
    entriesOf(value)
      .filter(([key]) => Object.hasOwn(rule, key))
      .flatMap(([key, item]) => problemsOf(root, rule[key], item, `${path}.${key}`)),
  propertyNames: (rule: Schema, value, path, { root }) =>
    entriesOf(value).flatMap(([key]) => problemsOf(root, rule, key, `${path}.${key}`)),
  additionalProperties: (rule: false | Schema, value, path, { root, schema }) =>
    entriesOf(value)
      .filter(([key]) => !Object.hasOwn(schema['properties'] ?? {}, key))
      .flatMap(([key, item]) =>
        rule === false ? [`${path}.${key}: not allowed`] : problemsOf(root, rule, item, `${path}.${key}`),
      ),
}

function typesOf(value: unknown): readonly string[] {
  if (value === null) return ['null']
  if (Array.isArray(value)) return ['array']
  if (typeof value === 'number') return Number.isInteger(value) ? ['integer', 'number'] : ['number']
  return [typeof value]
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function entriesOf(value: unknown): [string, unknown][] {
  return isObject(value) ? Object.entries(value) : []
}
