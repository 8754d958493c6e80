import type { Token } from './tokenize.ts'

const DECLARATION = 'declare it beside the equations: x: Var({ init: 0 })'
const PARAMETER = "write it beside the equations: k: Par(2, 'm')"
const SECTION = 'remove it: the template holds the equations alone'
const CLASS = 'write const Name = Model({ …, equations: equations`…` })'

/** Words with which other parts of a Modelica class begin, and what to write instead. */
const WORDS: Readonly<Record<string, string>> = {
  ...{ Real: DECLARATION, Integer: DECLARATION, Boolean: DECLARATION, String: DECLARATION },
  ...{
    discrete: DECLARATION,
    input: DECLARATION,
    output: DECLARATION,
    flow: DECLARATION,
    stream: DECLARATION,
  },
  ...{ parameter: PARAMETER, constant: PARAMETER, final: PARAMETER },
  ...{ equation: SECTION, protected: SECTION, public: SECTION },
  algorithm: 'write equations, or a function with defineFunction`…`',
  function: 'write defineFunction`function … end …;` beside the model',
  ...{
    model: CLASS,
    block: CLASS,
    class: CLASS,
    connector: CLASS,
    record: CLASS,
    package: CLASS,
    type: CLASS,
  },
  extends: 'write Base.extend({ … })',
  import: 'import components in TypeScript: import { Resistor } from …',
  annotation: 'remove it: an experiment is written in TypeScript, graphics are not used',
  while: "write 'for i in 1:n loop … end for', or a function with defineFunction`…`",
}

/** The advice for a statement that begins like a declaration or a section of Modelica. */
export function adviceForModelica(first: Token, next: Token): string | undefined {
  if (first.type !== 'name' || !Object.hasOwn(WORDS, first.text)) return undefined
  const continues =
    ['=', '.', '[', '+', '-', '*', '/', '^', ';'].includes(next.text) && next.type === 'symbol'
  const isCall = next.text === '(' && first.text !== 'annotation' && first.text !== 'while'
  return continues || isCall ? undefined : WORDS[first.text]
}
