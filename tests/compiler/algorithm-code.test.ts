/** Generated code of functions by `defineFunction`: equal to their interpretation, to the last bit. */

import { defineFunction } from 'vario'
import { describe, expect, it } from 'vitest'
import { emitAlgorithm } from '../../src/compiler/code-generation/algorithm-emitter.ts'
import { loadAlgorithm } from '../../src/compiler/index.ts'
import type { FunctionInfo } from '../../src/model/index.ts'
import { algorithmOf } from '../../src/symbolic/index.ts'
import { campaignSeeds } from '../support/campaign-seeds.ts'
import { createRandom } from '../support/random.ts'

type Call = (...args: unknown[]) => unknown

/** The values, or the message of the error, of both. */
function outcomes(info: FunctionInfo, args: readonly unknown[]): [unknown, unknown] {
  const interpreted = info.evaluate as unknown as Call
  return [interpreted, loadAlgorithm(interpreted) as Call].map((f) => {
    try {
      return f(...args)
    } catch (error) {
      return (error as Error).message
    }
  }) as [unknown, unknown]
}

function expectSame(info: FunctionInfo, args: readonly unknown[]): void {
  const [interpreted, generated] = outcomes(info, args)
  expect(generated).toStrictEqual(interpreted)
}

const isEmitted = ({ evaluate }: FunctionInfo): boolean =>
  emitAlgorithm(algorithmOf(evaluate)!.algorithm) !== null

/** A random function of two numbers, a vector and a matrix. */
function createFunction(seed: number): FunctionInfo {
  const random = createRandom(seed)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]
  const real = (depth: number): string => {
    if (depth === 0)
      return pick([
        'x',
        'n',
        'a',
        'b',
        '0.5',
        '2',
        '-3',
        'v[1]',
        'v[end]',
        'A[2, 1]',
        'w[i]',
        'pi',
        'size(A, 2)',
      ])
    const next = (): string => real(depth - 1)
    return pick([
      () => `(${next()} + ${next()})`,
      () => `(${next()} - ${next()})`,
      () => `${next()}*${next()}`,
      () => `${next()}/${next()}`,
      () => `(${next()})^${pick(['2', '3', '-1', '0.5', next()])}`,
      () => `-(${next()})`,
      () => `${pick(['sin', 'exp', 'abs', 'sqrt', 'floor', 'sign', 'atan'])}(${next()})`,
      () => `${pick(['min', 'max', 'atan2', 'mod', 'rem', 'div'])}(${next()}, ${next()})`,
      () => `(if ${truth(depth - 1)} then ${next()} else ${next()})`,
      () => `sum(v)`,
      () => `(v*w)`,
      () => `norm(A*{${next()}, 1})`,
      () => `v[integer(mod(${next()}, 3)) + ${pick(['1', '1', '2'])}]`,
      () => `sum(k*${next()} for k in 1:2)`,
    ])()
  }
  const truth = (depth: number): string =>
    pick([
      () => `${real(depth)} ${pick(['<', '<=', '>', '>=', '==', '<>'])} ${real(depth)}`,
      () => `(flag ${pick(['and', 'or'])} ${real(depth)} > 0)`,
      () => 'not flag',
    ])()
  const statement = (depth: number): string =>
    pick([
      () => `a := ${real(2)};`,
      () => `b := ${real(2)};`,
      () => `w[${pick(['1', '2', '3', 'i', 'end'])}] := ${real(2)};`,
      () => `B[${pick(['1', '2'])}, i] := ${real(1)};`,
      () => `flag := ${truth(1)};`,
      () => `w := ${pick(['v', 'w + v', '2*w', '0', 'A*{1, 2}'])};`,
      () => `B := ${pick(['A', 'transpose(A)', 'B*2', '1'])};`,
      ...(depth > 0
        ? [
            () => `if ${truth(1)} then\n${body(depth - 1)}\nelse\n${body(depth - 1)}\nend if;`,
            () =>
              `for i in ${pick(['1:2', '2:-1:1', 'v', '1:size(A, 1)'])} loop\n${body(depth - 1)}\nend for;`,
            () =>
              `n${depth} := 0;\nwhile n${depth} < 3 loop\nn${depth} := n${depth} + 1;\n${body(depth - 1)}\n${pick(['', 'if flag then break; end if;'])}\nend while;`,
            () => `if ${truth(1)} then return; end if;`,
          ]
        : []),
    ])()
  const body = (depth: number): string => Array.from({ length: 3 }, () => statement(depth)).join('\n')
  return defineFunction(`
    function random${seed}
      input Real x;
      input Real v[:];
      input Real A[2, 2];
      output Real a;
      output Real w[3];
      output Real B[2, 2];
    protected
      Real b = 1;
      Integer n, n1, n2;
      Integer i = 1;
      Boolean flag = x > 0;
    algorithm
      ${body(2)}
      ${body(2)}
    end random${seed};`)
}

it.each(campaignSeeds(400, 40))('random functions are equal: seed %i', (seed) => {
  const info = createFunction(seed)
  const matrix = { rows: 2, cols: 2, data: Float64Array.of(1, -2, 0.5, 3) }
  for (const x of [0.3, -1.7, 0, 2, 1e6]) expectSame(info, [x, Float64Array.of(0.1, -0.2, 1), matrix])
  const { derivativeFunction: rate } = info
  if (typeof rate !== 'object') return
  const [v, dv] = [Float64Array.of(0.1, -0.2, 1), Float64Array.of(1, 0, 2)]
  expectSame(rate, [0.3, v, matrix, 1, dv, matrix])
  expectSame(rate, [0.3, v, matrix, 1, 0, 0])
})

describe('calls that the code does not handle', () => {
  const f = defineFunction`
    function scaled
      input Real x[:];
      input Integer n = size(x, 1);
      input Boolean all = false;
      output Real y[n];
      output Real last;
    algorithm
      assert(n > 0, "no elements");
      for k in 1:n loop
        y[k] := x[k]*k;
        if not all and k == 2 then
          break;
        end if;
      end for;
      last := y[n];
    end scaled;
  `
  it.each([
    [Float64Array.of(1, 2, 3)],
    [Float64Array.of(1, 2, 3), 2],
    [Float64Array.of(1, 2, 3), 3, true],
    [Float64Array.of(1, 2, 3), 4, true],
    [Float64Array.of(1, 2, 3), 1.5],
    [Float64Array.of()],
    [7],
    [Float64Array.of(1), 1, 1],
    [Float64Array.of(1), 1, true, 4],
    [],
  ])('have the result or the error of the interpreter: %s', (...args) => {
    expect(isEmitted(f)).toBe(true)
    expectSame(f, args)
  })

  it('are repeated with their message', () => {
    expect(outcomes(f, [Float64Array.of(1, 2), 3, true])[1]).toMatch(/Subscript: expected 1 to 2, got 3/)
    expect(outcomes(f, [Float64Array.of()])[1]).toMatch(/scaled: no elements/)
  })
})

it('functions call each other and themselves', () => {
  const gcd = defineFunction`
    function gcdOf
      input Integer a;
      input Integer b;
      output Integer g;
    algorithm
      if b == 0 then g := a; else g := gcdOf(b, mod(a, b)); end if;
    end gcdOf;
  `
  const outer = defineFunction`
    function outerOf
      input Real v[:];
      output Real w[size(v, 1)];
    algorithm
      w := v;
      w[1] := gcdOf(84, 36) + hypotOf(3, 4);
    end outerOf;
  `
  defineFunction`function hypotOf input Real a; input Real b; output Real c; algorithm c := sqrt(a^2 + b^2); end hypotOf;`
  expectSame(gcd, [84, 36])
  const v = Float64Array.of(1, 2)
  expect(outcomes(outer, [v])[1]).toEqual(Float64Array.of(17, 2))
  // arguments stay
  expect(v).toEqual(Float64Array.of(1, 2))
})

it('a variable that is declared later has no value', () => {
  const f = defineFunction`
    function early
      input Real x;
      output Real y = z + x;
    protected
      Real z = 2;
    algorithm
    end early;
  `
  expect(isEmitted(f)).toBe(false)
  expectSame(f, [1])
})
