/** Programs that are wrong: each error says what, by which program and command, and when. */
import { equations, simulate, Var } from 'vario'
import {
  type Action,
  type ActionProgram,
  type Actions,
  MassProperties,
  Model3D,
  NoGravityField,
  Object3D,
  Revolute,
  Scene,
  Solid,
  type WorldState,
  when,
} from 'vario/multibody'
import { describe, expect, test } from 'vitest'

const solid = Solid({ massProperties: MassProperties({ mass: 1, Ixx: 1, Iyy: 1, Izz: 1 }) })
const free = { parent: 'world', fixedToParent: false, assemblyRoot: true, feature: solid } as const

/** Two bodies that meet at a dock, at rest, and a link on a hinge that turns. */
const scene = (members: object) =>
  Model3D({
    world: Object3D({ feature: Scene({ enableContactDetection: false, gravityField: NoGravityField() }) }),
    dock: Object3D({ parent: 'world', translation: [1, 0, 0], lockable: true }),
    dock2: Object3D({ parent: 'world', translation: [1, 0, 0], lockable: true }),
    a: Object3D({ ...free, translation: [0.5, 0, 0] }),
    aEnd: Object3D({ parent: 'a', translation: [0.5, 0, 0], lockable: true }),
    plain: Object3D({ parent: 'a', translation: [0.5, 0, 0] }),
    b: Object3D({ ...free, translation: [1.5, 0, 0] }),
    bEnd: Object3D({ parent: 'b', translation: [-0.5, 0, 0], lockable: true }),
    bSide: Object3D({ parent: 'b', translation: [-0.5, 0, 0], lockable: true }),
    link: Object3D({ feature: solid }),
    linkEnd: Object3D({ parent: 'link', lockable: true }),
    hinge: Revolute({ obj1: 'dock', obj2: 'link', w: 0.2 }),
    x: Var({ init: 0.5 }),
    isLarge: Var({}),
    list: Var({ init: [1, 2] }),
    equations: equations`
      der(x) = 1
      isLarge = x > 0.75
      der(list) = -list
    `,
    ...members,
  })

const run = (actions: unknown, members: object = {}) =>
  simulate(scene({ ...members, ...(actions !== null && { actions: actions as ActionProgram }) }), {
    stopTime: 1,
  })

function errorOf(start: () => unknown): { code: string; message: string; fields: { time?: number } } {
  try {
    start()
  } catch (error) {
    return error as ReturnType<typeof errorOf>
  }
  throw new Error('nothing is wrong')
}

/** A program of one command at 0.25 s, which need not be one. */
const later = (command: (act: Actions) => unknown) =>
  function* (act: Actions): Generator<Action, void, WorldState> {
    yield act.wait(0.25)
    yield command(act) as Action
  }
/** A program that asks something at 0.25 s. */
const ask = (question: (state: WorldState) => unknown) =>
  function* (act: Actions): Generator<Action, void, WorldState> {
    question(yield act.wait(0.25))
  }
/** Without types: what a program in JavaScript may say. */
const untyped = (value: unknown) => value as never

describe('commands', () => {
  test.each<[string, (act: Actions) => unknown, string, RegExp]>([
    [
      'an unknown part',
      (act) => act.attach('aEndd', 'dock'),
      "attach('aEndd', 'dock')",
      /did you mean 'aEnd'/,
    ],
    ['an unknown target', (act) => act.attach('aEnd', 'dok'), "attach('aEnd', 'dok')", /did you mean 'dock'/],
    [
      'an unknown joint',
      (act) => act.lock('hing'),
      "lock('hing')",
      /a joint: hinge \(did you mean 'hinge'\?\)/,
    ],
    ['an object as a joint', (act) => act.lock('a'), "lock('a')", /the path of a joint: hinge, found 'a'/],
    [
      'no path',
      (act) => act.attach(untyped(undefined), untyped(3)),
      'attach(undefined, 3)',
      /found undefined/,
    ],
    [
      'not lockable',
      (act) => act.attach('plain', 'dock'),
      "attach('plain', 'dock')",
      /lockable: true, found 'plain'/,
    ],
    [
      'not in an assembly',
      (act) => act.attach('linkEnd', 'dock2'),
      "attach('linkEnd', 'dock2')",
      /an assembly, whose root has assemblyRoot: true, found 'linkEnd'/,
    ],
    ['not attached', (act) => act.release('a'), "release('a')", /a is not attached to anything/],
    [
      'the world',
      (act) => act.delete('world'),
      "delete('world')",
      /belongs to the world, which cannot be deleted/,
    ],
    ['what is fixed to it', (act) => act.delete('dock'), "delete('dock')", /which cannot be deleted/],
    ['no assembly', (act) => act.delete('link'), "delete('link')", /assemblyRoot: true, found 'link'/],
    [
      'itself',
      (act) => act.attach('bEnd', 'bSide'),
      "attach('bEnd', 'bSide')",
      /b itself: that would close a loop/,
    ],
    ['not locked', (act) => act.unlock('hinge'), "unlock('hinge')", /hinge is not locked/],
    [
      'no chain',
      (act) => act.flipChain('aEnd', 'dock', 'bEnd'),
      "flipChain('aEnd', 'dock', 'bEnd')",
      /are not ends of one chain/,
    ],
    [
      'a chain that nothing holds',
      (act) => act.flipChain('bEnd', 'dock', 'bSide'),
      'flipChain',
      /it moves freely/,
    ],
    [
      'a misspelt option',
      (act) => act.attach('aEnd', 'dock', untyped({ impuls: true })),
      'attach(',
      /did you mean 'impulse'/,
    ],
    [
      'an option that is no Boolean',
      (act) => act.release('a', untyped({ contactDetection: 'off' })),
      'release(',
      /contactDetection: expected true or false, found 'off'/,
    ],
    [
      'contact detection',
      (act) => act.setContactDetection(untyped('on')),
      'setContactDetection(on)',
      /true or false/,
    ],
    ['a negative period', (act) => act.wait(-1), 'wait(-1)', /a number >= 0, found -1/],
    ['no number', (act) => act.eventAfterPeriod(Number.NaN), 'wait(NaN)', /a number >= 0, found NaN/],
    ['no end', (act) => act.wait(Number.POSITIVE_INFINITY), 'wait(Infinity)', /found Infinity/],
    ['a text', (act) => act.wait(untyped('1')), 'wait(1)', /found '1'/],
    [
      'no condition',
      (act) => act.waitUntil(untyped(true)),
      'waitUntil(true)',
      /a function of the state, found true/,
    ],
    ['no programs', (act) => act.parallel(untyped(5)), 'parallel(…)', /a generator function.*found 5/],
    [
      'nothing as one',
      (act) => act.parallel(untyped(null)),
      'parallel(…)',
      /a generator function.*found null/,
    ],
    [
      'a command as one',
      (act) => act.parallel(untyped(() => act.wait(1))),
      'parallel(',
      /a generator function.*found an object with kind, period/,
    ],
    ['no command', () => 5, 'the program actions', /a command: yield act\.attach\(…\), found 5/],
    ['an unknown command', () => ({ kind: 'dance' }), 'the program actions', /a command: yield act\.attach/],
    ['nothing', () => undefined, 'the program actions', /a command.*found undefined/],
    [
      'a program without a star',
      (act) => later((a) => a.wait(1))(act),
      'the program actions',
      /yield\* program\(act\)/,
    ],
  ])('%s', (_, command, where, message) => {
    const error = errorOf(() => run(later(command)))
    expect(error.message).toMatch(message)
    expect(error.message).toContain(where)
    expect(error.message).toContain('at t = 0.25 s')
    expect(error.fields.time).toBe(0.25)
  })

  test.each<[string, (act: Actions) => readonly Action[], RegExp]>([
    [
      'a second lock',
      (act) => [act.attach('aEnd', 'dock'), act.attach('aEnd', 'dock2')],
      /a does not move freely: it is attached to dock already, and a second lock would close a kinematic loop/,
    ],
    [
      'a loop over another one',
      (act) => [act.attach('bEnd', 'aEnd'), act.attach('aEnd', 'bSide')],
      /bSide is carried by the assembly a itself: that would close a kinematic loop/,
    ],
    [
      'what has been deleted',
      (act) => [act.delete('a'), act.attach('aEnd', 'dock')],
      /found 'aEnd'.*aEnd was there, but an action has removed it/,
    ],
    [
      'a joint that is gone',
      (act) => [act.disconnect('hinge'), act.lock('hinge')],
      /found 'hinge'.*hinge was there, but an action has removed it/,
    ],
    [
      'what carries something',
      (act) => [act.attach('bEnd', 'aEnd'), act.delete('a')],
      /b still connects bEnd with it: release that first/,
    ],
    [
      'a lock twice',
      (act) => [act.lock('hinge', { impulse: true }), act.lock('hinge')],
      /hinge is locked already/,
    ],
    [
      'a joint that turns',
      (act) => [act.lock('hinge')],
      /relative angular velocity 0\.200 rad\/s \(allowed: 0\.0003\)/,
    ],
    [
      'the end of a chain to itself',
      (act) => [act.attach('bEnd', 'dock'), act.flipChain('bSide', 'bEnd', 'bEnd')],
      /bEnd belongs to the assembly b itself: that would close a loop/,
    ],
  ])('in this order: %s', (_, list, message) => {
    const program: ActionProgram = function* (act) {
      yield act.wait(0.25)
      for (const command of list(act)) yield command
    }
    const error = errorOf(() => run(program))
    expect(error.message).toMatch(message)
    expect(error.message).toContain('at t = 0.25 s')
  })

  test('two programs that contradict: both are named', () => {
    const error = errorOf(() =>
      run(function* (act: Actions): Generator<Action, void, WorldState> {
        yield act.wait(0.25)
        yield act.parallel(
          function* left(act) {
            yield act.attach('aEnd', 'dock')
          },
          function* right(act) {
            yield act.attach('aEnd', 'dock2')
          },
        )
      }),
    )
    expect(error.message).toContain("(right: attach('aEnd', 'dock2') at t = 0.25 s)")
    expect(error.message).toContain("Other programs at the same time: left: attach('aEnd', 'dock').")
  })
})

describe('programs', () => {
  test.each<[string, unknown, RegExp]>([
    ['no function', 5, /Model3D\.actions: expected a generator function.*found 5/],
    ['a function that is no generator', () => 5, /actions: expected a generator function.*found 5/],
    [
      'a function that returns a command',
      (act: Actions) => act.wait(1),
      /a generator function.*kind, period/,
    ],
  ])('%s', (_, program, message) => {
    expect(errorOf(() => run(program)).message).toMatch(message)
  })

  test.each<[string, (act: Actions) => Action]>([
    ['wait(0)', (act) => act.wait(0)],
    ['waitUntil', (act) => act.waitUntil(() => true)],
  ])('one that never lets time pass: %s', (command, create) => {
    const error = errorOf(() =>
      run(function* (act: Actions): Generator<Action, void, WorldState> {
        yield act.wait(0.25)
        for (;;) yield create(act)
      }),
    )
    expect(error.message).toContain(
      'actions has given 10000 commands at t = 0.25 s without letting time pass',
    )
    expect(error.message).toContain(command)
  })

  test('one that fails', () => {
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

  test('one that waits for what never comes: the run ends, and says so', () => {
    const { warnings, time } = run(later((act) => act.waitUntil((s) => s.distance('a', 'b') < 0.01)))
    expect(time[time.length - 1]).toBe(1)
    expect(warnings.map(({ code }) => code)).toEqual(['ACTION_WAITS'])
    expect(warnings[0].message).toMatch(
      /^The program actions still waits at the end, t = 1 s: .*waitUntil\(.*0?\.01\)/,
    )
  })

  test('one that waits for what is gone: the reason is named', () => {
    const { warnings } = run(function* (act: Actions): Generator<Action, void, WorldState> {
      yield act.delete('b')
      yield act.waitUntil((s) => s.distance('a', 'b') < 0.01)
    })
    expect(warnings.map(({ code }) => code)).toEqual(['ACTION_WAITS'])
    expect(warnings[0].message).toMatch(/It cannot be: .*b is gone/)
  })

  test('one that forgets to yield: what it has not done is named', () => {
    const { warnings, attributes } = run(function* (act: Actions): Generator<Action, void, WorldState> {
      yield act.wait(0.25)
      act.attach('aEnd', 'dock')
    })
    expect(attributes.actions).toEqual([])
    expect(warnings.map(({ code }) => code)).toEqual(['ACTION_UNUSED'])
    expect(warnings[0].message).toContain("write yield act.attach('aEnd', 'dock').")
  })

  test('a command may be made before, and yielded more than once', () => {
    const times: number[] = []
    const { warnings } = run(function* (act: Actions): Generator<Action, void, WorldState> {
      const pause = act.wait(0.1)
      times.push((yield pause).time, (yield pause).time)
    })
    expect(times).toEqual([0.1, 0.2])
    expect(warnings).toEqual([])
  })
})

describe('conditions', () => {
  test.each<[string, object, RegExp]>([
    [
      'an unknown variable',
      { opens: when('isLarg', (act) => act.delete('a')) },
      /opens: condition: expected the name of a variable of the equations, found 'isLarg'.*at t = 0 s/,
    ],
    [
      'a variable that is no Boolean',
      { opens: when('x', (act) => act.delete('a')) },
      /opens: condition: expected the name of a Boolean variable, or a function, found 'x'.*at t = 0 s/,
    ],
    [
      'an answer that is no Boolean',
      {
        opens: when(
          untyped((s: WorldState) => s.value('x')),
          (act) => act.delete('a'),
        ),
      },
      /expected true or false as its answer, found 0\.5\. \(the condition of opens at t = 0 s\)/,
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
      /reaction: expected a command.*found undefined\. \(the program opens at t = 0\.2/,
    ],
    [
      'a reaction that cannot be',
      { opens: when('isLarge', (act) => act.delete('aa')) },
      /did you mean 'a'.*\(opens: delete\('aa'\) at t = 0\.2/,
    ],
  ])('when: %s', (_, members, message) => {
    expect(errorOf(() => run(null, members)).message).toMatch(message)
  })

  test('when: what is no condition, and no reaction, is refused where it is written', () => {
    expect(() => when(untyped(5), (act) => act.wait(1))).toThrow(
      /a function of the state, or the name of a Boolean/,
    )
    expect(() => when('isLarge', untyped(5))).toThrow(/a function: \(act\) => act\.release/)
  })

  test('reactions that undo each other for ever are stopped', () => {
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
    expect(error.message).toMatch(/The condition of (locks|opens) has become true 100 times at t = 0 s/)
  })

  test('waitUntil: what is no answer', () => {
    const error = errorOf(() => run(later((act) => act.waitUntil(untyped(() => undefined)))))
    expect(error.message).toMatch(
      /expected true or false as its answer, found undefined\. \(actions: waitUntil\(/,
    )
    expect(error.message).toContain('at t = 0.25 s')
  })
})

describe('questions to the state', () => {
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

  test.each(objectQuestions)('%s', (question) => {
    expect(errorOf(() => run(ask((s) => s[question]('aa')))).message).toMatch(
      new RegExp(`actions: ${question}: expected the path of an Object3D.*did you mean 'a'.*at t = 0\\.25 s`),
    )
    const gone: ActionProgram = function* (act) {
      yield act.wait(0.25)
      const state = yield act.delete('a')
      expect(state.exists('a')).toBe(false)
      state[question]('a')
    }
    expect(errorOf(() => run(gone)).message).toContain(`${question}: a is gone at t = 0.25 s`)
  })

  test.each(jointQuestions)('%s', (question) => {
    expect(errorOf(() => run(ask((s) => s[question]('hing')))).message).toMatch(
      new RegExp(`actions: ${question}: expected the path of a joint.*did you mean 'hinge'.*at t = 0\\.25 s`),
    )
    const gone: ActionProgram = function* (act) {
      yield act.wait(0.25)
      const state = yield act.disconnect('hinge')
      state[question]('hinge')
    }
    expect(errorOf(() => run(gone)).message).toContain(`${question}: hinge is gone at t = 0.25 s`)
  })

  test.each<[string, (s: WorldState) => unknown, RegExp]>([
    [
      'an axis that a joint does not have',
      (s) => s.jointPosition('hinge', 2),
      /a joint with an axis number 2/,
    ],
    [
      'a variable that is not there',
      (s) => s.value('y'),
      /the name of a variable of the equations, found 'y'/,
    ],
    ['a vector', (s) => s.value('list'), /the name of a scalar variable, found 'list'/],
    ['no name', (s) => s.position(untyped(undefined)), /found undefined/],
  ])('%s', (_, question, message) => {
    expect(errorOf(() => run(ask(question))).message).toMatch(message)
  })

  test('the force of a locked joint is not known', () => {
    const program: ActionProgram = function* (act) {
      const state = yield act.lock('hinge', { impulse: true })
      state.jointForce('hinge')
    }
    expect(errorOf(() => run(program)).message).toMatch(
      /hinge is locked at t = 0 s, and has no force of its own/,
    )
  })

  test('values of Booleans and numbers', () => {
    const seen: number[] = []
    run(ask((s) => seen.push(s.value('isLarge'), s.value('x'))))
    // x = 0.5 + t, which is at its limit now
    expect(seen[1]).toBeCloseTo(0.75, 9)
    expect([0, 1]).toContain(seen[0])
  })
})
