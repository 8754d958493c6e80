/** Wrong programs and conditions: each error states the mistake, its program and time. */
import { instantiate } from 'vario'
import {
  type Action,
  type ActionProgram,
  type Actions,
  Fix,
  Object3D,
  type WorldState,
  when,
} from 'vario/multibody'
import { describe, expect, test } from 'vitest'
import { ask, errorOf, later, run, scene, solid, untyped } from './support/wrong-scene.ts'

describe('wrong programs', () => {
  test.each<[string, unknown, RegExp]>([
    ['a number', 5, /Model3D\.actions: expected a generator function.*got 5/],
    ['a function that is not a generator', () => 5, /actions: expected a generator function.*got 5/],
    [
      'a function that returns a command',
      (act: Actions) => act.wait(1),
      /a generator function.*kind, period/,
    ],
  ])('are errors: %s', (_, program, message) => {
    expect(errorOf(() => run(program)).message).toMatch(message)
  })

  test.each<[string, (act: Actions) => Action]>([
    ['wait(0)', (act) => act.wait(0)],
    ['waitUntil', (act) => act.waitUntil(() => true)],
  ])('are errors if time never advances: %s', (command, create) => {
    const error = errorOf(() =>
      run(function* (act: Actions): Generator<Action, void, WorldState> {
        yield act.wait(0.25)
        for (;;) yield create(act)
      }),
    )
    expect(error.message).toContain(
      'actions: expected at most 10000 commands at one instant, got more at t = 0.25 s',
    )
    expect(error.message).toContain(command)
  })

  test('are named if they fail', () => {
    const cause = new Error('my own mistake')
    const error = errorOf(() =>
      run(
        ask(() => {
          throw cause
        }),
      ),
    )
    expect(error.message).toBe('the program actions fails at t = 0.25 s: my own mistake')
    expect((error as unknown as { cause: unknown }).cause).toBe(cause)
    expect(errorOf(() => run(ask((s) => (s as unknown as { foo(): void }).foo()))).message).toMatch(
      /the program actions fails at t = 0\.25 s: .*foo is not a function/,
    )
  })

  test('cause a warning at the end of the run if they still wait', () => {
    const { warnings, time } = run(later((act) => act.waitUntil((s) => s.distance('a', 'b') < 0.01)))
    expect(time[time.length - 1]).toBe(1)
    expect(warnings.map(({ code }) => code)).toEqual(['ACTION_WAITS'])
    expect(warnings[0].message).toMatch(
      /^The program actions still waits at the end, t = 1 s: .*waitUntil\(.*0?\.01\)/,
    )
  })

  test('are not those interrupted while they wait', () => {
    const actions = later((act) => act.waitUntil((s) => s.distance('a', 'b') < 0.01))
    const left = instantiate(scene({ actions: actions as ActionProgram })).start({
      stopTime: 1,
      maxStep: 0.1,
    })
    left.advance(Infinity, 0.5)
    const { warnings, attributes } = left.finish()
    expect(attributes['interrupted']).toBeLessThan(1)
    expect(warnings).toEqual([])
  })

  test('are named with the reason if they wait for a removed object', () => {
    const { warnings } = run(function* (act: Actions): Generator<Action, void, WorldState> {
      yield act.delete('b')
      yield act.waitUntil((s) => s.distance('a', 'b') < 0.01)
    })
    expect(warnings.map(({ code }) => code)).toEqual(['ACTION_WAITS'])
    expect(warnings[0].message).toMatch(/It cannot be: .*b is gone/)
  })

  test('are named with the command that lacks a yield', () => {
    const { warnings, attributes } = run(function* (act: Actions): Generator<Action, void, WorldState> {
      yield act.wait(0.25)
      act.attach('aEnd', 'dock')
    })
    expect(attributes.actions).toEqual([])
    expect(warnings.map(({ code }) => code)).toEqual(['ACTION_UNUSED'])
    expect(warnings[0].message).toContain("write yield act.attach('aEnd', 'dock').")
  })

  test('are not those that yield a command made earlier, or yield it twice', () => {
    const times: number[] = []
    const { warnings } = run(function* (act: Actions): Generator<Action, void, WorldState> {
      const pause = act.wait(0.1)
      times.push((yield pause).time, (yield pause).time)
    })
    expect(times).toEqual([0.1, 0.2])
    expect(warnings).toEqual([])
  })
})

describe('wrong conditions', () => {
  test.each<[string, object, RegExp]>([
    [
      'an unknown variable',
      { opens: when('isLarg', (act) => act.delete('a')) },
      /opens: condition: .* a variable of the equations \(did you mean 'isLarge'\?\), got 'isLarg'.*at t = 0 s/,
    ],
    [
      'a variable that is not Boolean',
      { opens: when('x', (act) => act.delete('a')) },
      /opens: condition: expected the name of a Boolean variable, or a function, got 'x'.*at t = 0 s/,
    ],
    [
      'a result that is not Boolean',
      {
        opens: when(
          untyped((s: WorldState) => s.value('x')),
          (act) => act.delete('a'),
        ),
      },
      /expected true or false as its result, got 0\.5\. \(the condition of opens at t = 0 s\)/,
    ],
    [
      'an unknown object',
      {
        opens: when(
          (s) => s.position('aa')[0] > 0,
          (act) => act.delete('a'),
        ),
      },
      /opens: position: expected the path of an Object3D \(did you mean 'a'\?\).*the condition of opens at t = 0 s/,
    ],
    [
      'a condition that fails',
      {
        opens: when(
          (s) => untyped((s as unknown as { foo(): void }).foo()),
          (act) => act.delete('a'),
        ),
      },
      /the condition of opens fails at t = 0 s: .*foo is not a function/,
    ],
    [
      'a reaction without a command',
      {
        opens: when(
          'isLarge',
          untyped(() => undefined),
        ),
      },
      /reaction: expected a command.*got undefined\. \(the program opens at t = 0\.2/,
    ],
    [
      'a reaction that is impossible',
      { opens: when('isLarge', (act) => act.delete('aa')) },
      /did you mean 'a'.*\(opens: delete\('aa'\) at t = 0\.2/,
    ],
  ])('are errors of when: %s', (_, members, message) => {
    expect(errorOf(() => run(null, members)).message).toMatch(message)
  })

  test('are errors of when where they are written if the type is wrong', () => {
    expect(() => when(untyped(5), (act) => act.wait(1))).toThrow(
      /a function of the state, an expression of the equations, or the name of a Boolean/,
    )
    expect(() => when('isLarge', untyped(5))).toThrow(/a function: \(act\) => act\.release/)
  })

  test('are stopped if reactions undo each other forever', () => {
    const error = errorOf(() =>
      run(null, {
        locks: when(
          (s) => s.exists('hinge') && s.attachedTo('a') === null,
          (act) => act.attach('aEnd', 'dock'),
        ),
        opens: when(
          (s) => s.attachedTo('a') !== null,
          (act) => act.release('a'),
        ),
      }),
    )
    expect(error.message).toMatch(
      /(locks|opens): expected a condition that becomes true at most 100 times at t = 0 s, got more/,
    )
  })

  test('are errors of waitUntil without a result', () => {
    const error = errorOf(() => run(later((act) => act.waitUntil(untyped(() => undefined)))))
    expect(error.message).toMatch(
      /expected true or false as its result, got undefined\. \(actions: waitUntil\(/,
    )
    expect(error.message).toContain('at t = 0.25 s')
  })
})

describe('wrong queries of the state', () => {
  const objectQuestions = [
    'position',
    'velocity',
    'rotation',
    'angularVelocity',
    'touches',
    'contactForce',
    'attachedTo',
  ] as const
  const jointQuestions = ['jointPosition', 'jointVelocity', 'jointForce'] as const

  test.each(objectQuestions)('are errors for an unknown or removed object: %s', (question) => {
    expect(errorOf(() => run(ask((s) => s[question]('aa')))).message).toMatch(
      new RegExp(`actions: ${question}: expected the path of an Object3D.*did you mean 'a'.*at t = 0\\.25 s`),
    )
    const gone: ActionProgram = function* (act) {
      yield act.wait(0.25)
      const state = yield act.delete('a')
      expect(state.exists('a')).toBe(false)
      state[question]('a')
    }
    expect(errorOf(() => run(gone)).message).toContain(
      `${question}: expected something that exists, but a is gone at t = 0.25 s`,
    )
  })

  test.each(jointQuestions)('are errors for an unknown or removed joint: %s', (question) => {
    expect(errorOf(() => run(ask((s) => s[question]('hing')))).message).toMatch(
      new RegExp(`actions: ${question}: expected the path of a joint.*did you mean 'hinge'.*at t = 0\\.25 s`),
    )
    const gone: ActionProgram = function* (act) {
      yield act.wait(0.25)
      const state = yield act.disconnect('hinge')
      state[question]('hinge')
    }
    expect(errorOf(() => run(gone)).message).toContain(
      `${question}: expected something that exists, but hinge is gone at t = 0.25 s`,
    )
  })

  test.each<[string, (s: WorldState) => unknown, RegExp]>([
    ['an axis number out of range', (s) => s.jointPosition('hinge', 2), /a joint with an axis number 2/],
    ['an unknown variable', (s) => s.value('y'), /the name of a variable of the equations, got 'y'/],
    ['a vector', (s) => s.value('list'), /the name of a scalar variable, got 'list'/],
    ['a missing name', (s) => s.position(untyped(undefined)), /got undefined/],
  ])('are errors: %s', (_, question, message) => {
    expect(errorOf(() => run(ask(question))).message).toMatch(message)
  })

  test('are errors for the force of a locked joint', () => {
    const program: ActionProgram = function* (act) {
      const state = yield act.lock('hinge', { impulse: true })
      state.jointForce('hinge')
    }
    expect(errorOf(() => run(program)).message).toMatch(
      /hinge is locked at t = 0 s: its force is undetermined/,
    )
  })

  test('are errors for the force of a rigid joint, also in a condition', () => {
    const members = {
      tail: Object3D({ feature: solid }),
      weld: Fix({ obj1: 'link', obj2: 'tail' }),
      breaks: when(
        (s) => s.jointForce('weld').force[0] > 1,
        (act) => act.delete('a'),
      ),
    }
    expect(errorOf(() => run(null, members)).message).toMatch(
      /breaks: jointForce: expected a joint that moves\. A rigid joint .*: use a Bushing.*, got 'weld'.*the condition of breaks at t = 0 s/,
    )
  })

  test('are not queries of Booleans and numbers', () => {
    const seen: number[] = []
    run(ask((s) => seen.push(s.value('isLarge'), s.value('x'))))
    // x = 0.5 + t, which is at its limit now
    expect(seen[1]).toBeCloseTo(0.75, 9)
    expect([0, 1]).toContain(seen[0])
  })
})
