// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the text of templates before interpolation

import { describe, expect, test } from 'vitest'
import { parseExpression, parseStatements, parseTemplate, SyntaxProblem } from '../../src/symbolic/index.ts'
import { messageOf } from './helpers.ts'

/** Text, and its complete message. */
const CASES: [string, string, string][] = [
  [
    'a closing parenthesis too early',
    'a = 1\n  v = p.v - )',
    "M, line 2: expected an expression, got ')'.\n  v = p.v - )\n            ^",
  ],
  [
    'a closing parenthesis too many',
    'a = sin(x))',
    "M, line 1: expected an operator or the end of the statement, got ')'.\n  a = sin(x))\n            ^",
  ],
  [
    'nothing on the right',
    'a =\nb = 2',
    'M, line 1: expected an expression, got the end of the statement.\n  a =\n     ^',
  ],
  [
    'an open parenthesis',
    'a = sin(x\nb = 2',
    "M, line 2: expected an operator, ',' or ')', got 'b'.\n  b = 2\n  ^\n  Hint: '(' in line 1 is not closed.",
  ],
  [
    'an open bracket',
    'a = [1, 2',
    "M, line 1: expected an operator, ',', ';', 'for' or ']', got the end of the text.\n  a = [1, 2\n           ^",
  ],
  [
    '= in a condition',
    'y = if x = 1 then 2 else 3',
    "M, line 1: expected 'then', got '='.\n  y = if x = 1 then 2 else 3\n           ^\n" +
      "  Hint: a comparison is written '=='.",
  ],
  [
    '= in the condition of when',
    'when x = 1 then y = 2 end',
    "M, line 1: expected 'then', got '='.\n  when x = 1 then y = 2 end\n         ^\n" +
      "  Hint: a comparison is written '=='.",
  ],
  [
    '=>',
    'y = if x => 1 then 2 else 3',
    "M, line 1: expected 'then', got '=>'.\n  y = if x => 1 then 2 else 3\n           ^^\n" +
      "  Hint: greater or equal is written '>='.",
  ],
  [
    ':=',
    'y := 2',
    "M, line 1: expected an operator or '=', got ':='.\n  y := 2\n    ^^\n  Hint: an equation is written with '='.",
  ],
  [
    '**',
    'y = x**2',
    "M, line 1: expected an operator or the end of the statement, got '**'.\n  y = x**2\n       ^^\n" +
      "  Hint: a power is written with '^'.",
  ],
  [
    'then is missing',
    'y = if x > 1 2 else 3',
    "M, line 1: expected 'then', got '2'.\n  y = if x > 1 2 else 3\n               ^\n" +
      '  Hint: write: if condition then value else value.',
  ],
  [
    'else is missing',
    'y = if x > 1 then 2\nz = 1',
    "M, line 1: expected 'else' or 'elseif', got the end of the statement.\n  y = if x > 1 then 2\n                     ^\n" +
      "  Hint: an 'if' in an expression needs a value for both cases.",
  ],
  [
    'end when is missing',
    'when c then\n  x = 1',
    "M, line 2: expected 'end when', got the end of the text.\n  x = 1\n       ^\n  Hint: 'when' in line 1 is not closed.",
  ],
  [
    'end without when',
    'x = 1\nend',
    "M, line 2: unexpected 'end'.\n  end\n  ^^^\n  Hint: no 'when', 'for' or 'if' is open; a model has no end.",
  ],
  [
    'a missing *',
    'a = 2x',
    "M, line 1: expected an operator or the end of the statement, got 'x'.\n  a = 2x\n       ^\n" +
      "  Hint: a product is written with '*'.",
  ],
  [
    'no =',
    'a + b',
    "M, line 1: expected '=', got the end of the text.\n  a + b\n       ^\n  Hint: an equation is written 'left = right'.",
  ],
  [
    'a line without =',
    'x = 1\ny + z',
    "M, line 2: expected an operator or the end of the statement, got 'y'.\n  y + z\n  ^\n" +
      "  Hint: a line without '=' continues the line before.",
  ],
  [
    'two =',
    'a = b = c',
    "M, line 1: expected one equation, got '='.\n  a = b = c\n        ^\n" +
      "  Hint: a comparison is written '=='; one line holds one equation.",
  ],
  [
    'a chain of relations',
    'y = if a < b < c then 1 else 2',
    "M, line 1: expected 'and', 'or' or the end of the relation, got '<'.\n" +
      '  y = if a < b < c then 1 else 2\n               ^\n  Hint: write a < b and b < c.',
  ],
  [
    'an open string',
    'x = "abc',
    'M, line 1: expected " at the end of the string, got the end of the line.\n  x = "abc\n      ^',
  ],
  [
    'an unknown escape',
    'x = "a\\q"',
    'M, line 1: expected \\n, \\t, \\r, \\\\, \\" or \\\' in a string, got \'\\q\'.\n  x = "a\\q"\n        ^^',
  ],
  [
    'an open comment',
    'x = 1 /* y',
    "M, line 1: expected '*/' at the end of the comment, got the end of the text.\n  x = 1 /* y\n        ^^",
  ],
  [
    'a stray character',
    'x = a & b',
    "M, line 1: unexpected character '&'.\n  x = a & b\n        ^\n  Hint: write 'and' or '&&'.",
  ],
  [
    'a member of an expression',
    'a = (b + c).T',
    "M, line 1: expected an operator, got '.'.\n  a = (b + c).T\n             ^\n" +
      '  Hint: only components have members: cells[2].T, cells[i].T.',
  ],
  [
    'a function with a dot',
    'y = sin.(x)',
    "M, line 1: expected an operator, got '.'.\n  y = sin.(x)\n         ^\n" +
      '  Hint: functions act on the elements of arrays without a dot.',
  ],
  [
    'end outside of subscripts',
    'y = 2*end',
    "M, line 1: expected an expression, got 'end'.\n  y = 2*end\n        ^^^\n" +
      "  Hint: 'end' stands for the size of an array inside of its subscripts only.",
  ],
  [
    'if as an operand',
    'y = 2*if a then b else c',
    "M, line 1: expected an expression, got 'if'.\n  y = 2*if a then b else c\n        ^^\n" +
      "  Hint: put parentheses around the 'if' expression.",
  ],
  [
    'a tuple on the right',
    'y = (a, b)',
    "M, line 1: expected an operator or ')', got ','.\n  y = (a, b)\n        ^",
  ],
  [
    'reinit with one argument',
    'when c then reinit(x) end',
    'M, line 1: expected reinit(state, value), got 1 argument.\n  when c then reinit(x) end\n              ^^^^^^',
  ],
  [
    'two strings after an equation',
    'y = a "b" "c"',
    'M, line 1: expected an operator or the end of the statement, got the string "c".\n  y = a "b" "c"\n            ^^^',
  ],
  [
    'else outside of if',
    'x = 1\nelse\ny = 2',
    "M, line 2: unexpected 'else'.\n  else\n  ^^^^\n  Hint: no 'if' is open here.",
  ],
  [
    'elsewhen inside of if',
    'if a then x = 1; elsewhen b then x = 2; end if',
    "M, line 1: unexpected 'elsewhen'.\n  if a then x = 1; elsewhen b then x = 2; end if\n                   ^^^^^^^^\n" +
      "  Hint: no 'when' is open here.",
  ],
  [
    'a loop without its end',
    'for i in 1:3 loop\n  x[i] = 1',
    "M, line 2: expected 'end for', got the end of the text.\n  x[i] = 1\n          ^\n  Hint: 'for' in line 1 is not closed.",
  ],
  [
    'a loop without loop',
    'for i in 1:3\n  x[i] = 1\nend for',
    "M, line 1: expected 'loop', got the end of the statement.\n  for i in 1:3\n              ^\n" +
      '  Hint: write: for i in 1:n loop … end for.',
  ],
  [
    'a loop without range',
    'for i loop x[i] = 1; end for',
    "M, line 1: expected 'in', got 'loop'.\n  for i loop x[i] = 1; end for\n        ^^^^\n" +
      '  Hint: write: for i in 1:n, or for i in 1:size(x, 1).',
  ],
  [
    'the end of another statement',
    'for i in 1:3 loop x[i] = 1; end when',
    "M, line 1: expected 'end for', got 'when'.\n  for i in 1:3 loop x[i] = 1; end when\n                                  ^^^^",
  ],
]

describe('syntax errors', () => {
  test.each(CASES)('%s', (_, text, message) => {
    expect(messageOf(() => parseStatements(text, 'M'))).toBe(message)
  })

  test('have code, line and column', () => {
    try {
      parseStatements('a = 1\n  b = *', 'R1')
      expect.unreachable()
    } catch (error) {
      expect(error).toBeInstanceOf(SyntaxProblem)
      expect(error).toMatchObject({
        code: 'SYNTAX',
        problem: "expected an expression, got '*'",
        fields: { source: 'R1', line: 2, column: 7 },
      })
    }
  })

  test('an expression without source name has a message without it', () => {
    expect(messageOf(() => parseExpression('2 +'))).toBe(
      'line 1: expected an expression, got the end of the text.\n  2 +\n     ^',
    )
    expect(messageOf(() => parseExpression('a = b'))).toBe(
      "line 1: expected an operator or the end of the expression, got '='.\n  a = b\n    ^",
    )
  })

  test('errors in a template show the place of the value', () => {
    expect(messageOf(() => parseTemplate(['x = ', ' y'], [3], 'M'))).toBe(
      "M, line 1: expected an operator or the end of the statement, got 'y'.\n  x = ${…} y\n           ^\n" +
        "  Hint: a product is written with '*'.",
    )
    expect(messageOf(() => parseTemplate(['x = ', ''], [undefined], 'M'))).toBe(
      'M, line 1: expected a number, Boolean, name, function or object in ${…}, got undefined.\n  x = ${…}\n      ^^^^',
    )
  })
})
