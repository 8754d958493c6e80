/** Wrong commands: each error states the mistake, its program, command and time. */
import { type Action, type ActionProgram, type Actions, Object3D, type WorldState } from 'vario/multibody'
import { describe, expect, test } from 'vitest'
import { errorOf, later, run, untyped } from './support/wrong-scene.ts'

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
    ['an object as a joint', (act) => act.lock('a'), "lock('a')", /the path of a joint: hinge, got 'a'/],
    [
      'a missing path',
      (act) => act.attach(untyped(undefined), untyped(3)),
      'attach(undefined, 3)',
      /got undefined/,
    ],
    [
      'options of a wrong type',
      (act) => act.attach('aEnd', 'dock', untyped(true)),
      'the program actions',
      /attach: options: expected a map \{ impulse, enableContactDetection \}, got true/,
    ],
    [
      'not lockable',
      (act) => act.attach('plain', 'dock'),
      "attach('plain', 'dock')",
      /lockable: true, got 'plain'/,
    ],
    [
      'not in an assembly',
      (act) => act.attach('linkEnd', 'dock2'),
      "attach('linkEnd', 'dock2')",
      /an assembly, whose root has assemblyRoot: true, got 'linkEnd'/,
    ],
    [
      'not attached',
      (act) => act.release('a'),
      "release('a')",
      /expected an object that is attached, but a is not/,
    ],
    [
      'the world',
      (act) => act.delete('world'),
      "delete('world')",
      /expected an object that moves, but \w+ belongs to the world/,
    ],
    [
      'an object fixed to the world',
      (act) => act.delete('dock'),
      "delete('dock')",
      /belongs to the world\. Delete another one/,
    ],
    [
      'an object that is not an assembly',
      (act) => act.delete('link'),
      "delete('link')",
      /assemblyRoot: true, got 'link'/,
    ],
    [
      'itself',
      (act) => act.attach('bEnd', 'bSide'),
      "attach('bEnd', 'bSide')",
      /bEnd and bSide are one already/,
    ],
    ['not locked', (act) => act.unlock('hinge'), "unlock('hinge')", /hinge is not locked/],
    [
      'ends that are not of one chain',
      (act) => act.flipChain('aEnd', 'dock', 'bEnd'),
      "flipChain('aEnd', 'dock', 'bEnd')",
      /expected two ends of one chain of joints/,
    ],
    [
      'a chain without a holder',
      (act) => act.flipChain('bEnd', 'dock', 'bSide'),
      'flipChain',
      /it moves freely/,
    ],
    [
      'a misspelled option',
      (act) => act.attach('aEnd', 'dock', untyped({ impuls: true })),
      'attach(',
      /did you mean 'impulse'/,
    ],
    [
      'an option that is not a Boolean',
      (act) => act.release('a', untyped({ enableContactDetection: 'off' })),
      'release(',
      /enableContactDetection: expected true or false, got 'off'/,
    ],
    [
      'contact detection',
      (act) => act.enableContactDetection(untyped('on')),
      'enableContactDetection(on)',
      /true or false/,
    ],
    ['a negative period', (act) => act.wait(-1), 'wait(-1)', /a number >= 0, got -1/],
    ['NaN as a period', (act) => act.eventAfterPeriod(Number.NaN), 'wait(NaN)', /a number >= 0, got NaN/],
    ['an infinite period', (act) => act.wait(Number.POSITIVE_INFINITY), 'wait(Infinity)', /got Infinity/],
    ['a text', (act) => act.wait(untyped('1')), 'wait(1)', /got '1'/],
    [
      'a condition that is not a function',
      (act) => act.waitUntil(untyped(true)),
      'waitUntil(true)',
      /a function of the state, or the name of a Boolean variable of the equations, got true/,
    ],
    [
      'programs that are not functions',
      (act) => act.parallel(untyped(5)),
      'parallel(…)',
      /a generator function.*got 5/,
    ],
    [
      'null as a program',
      (act) => act.parallel(untyped(null)),
      'parallel(…)',
      /a generator function.*got null/,
    ],
    [
      'a command as a program',
      (act) => act.parallel(untyped(() => act.wait(1))),
      'parallel(',
      /a generator function.*got an object with kind, period/,
    ],
    ['a number as a command', () => 5, 'the program actions', /a command: yield act\.attach\(…\), got 5/],
    ['an unknown command', () => ({ kind: 'dance' }), 'the program actions', /the program actions/],
    ['nothing', () => undefined, 'the program actions', /a command.*got undefined/],
    [
      'a generator function without its star',
      (act) => later((a) => a.wait(1))(act),
      'the program actions',
      /yield\* program\(act\)/,
    ],
  ])('are errors: %s', (_, command, where, message) => {
    const error = errorOf(() => run(later(command)))
    expect(error.message).toMatch(message)
    expect(error.message).toContain(where)
    expect(error.message).toContain('at t = 0.25 s')
    expect(error.fields.time).toBe(0.25)
  })

  test.each<[string, (act: Actions) => readonly Action[], RegExp]>([
    [
      'a second lock of one body',
      (act) => [act.attach('aEnd', 'dock'), act.attach('aEnd', 'dock2')],
      /aEnd and dock2 are one already/,
    ],
    [
      'a loop over another one',
      (act) => [act.attach('bEnd', 'aEnd'), act.attach('aEnd', 'bSide')],
      /aEnd and bSide are one already/,
    ],
    [
      'a deleted part',
      (act) => [act.delete('a'), act.attach('aEnd', 'dock')],
      /got 'aEnd'.*aEnd was there, but an action has removed it/,
    ],
    [
      'a removed joint',
      (act) => [act.disconnect('hinge'), act.lock('hinge')],
      /got 'hinge'.*hinge was there, but an action has removed it/,
    ],
    [
      'an object that carries another one',
      (act) => [act.attach('bEnd', 'aEnd'), act.delete('a')],
      /but b connects bEnd with it\. Release that first/,
    ],
    [
      'a second lock of a joint',
      (act) => [act.lock('hinge', { impulse: true }), act.lock('hinge')],
      /hinge is locked already/,
    ],
    [
      'a joint in motion',
      (act) => [act.lock('hinge')],
      /relative angular velocity 0\.200 rad\/s \(allowed: 0\.0003\)/,
    ],
    [
      'the end of a chain to itself',
      (act) => [act.attach('bEnd', 'dock'), act.flipChain('bSide', 'bEnd', 'bEnd')],
      /bSide and bEnd are one already/,
    ],
  ])('are errors in this order: %s', (_, list, message) => {
    const program: ActionProgram = function* (act) {
      yield act.wait(0.25)
      for (const command of list(act)) yield command
    }
    const error = errorOf(() => run(program))
    expect(error.message).toMatch(message)
    expect(error.message).toContain('at t = 0.25 s')
  })

  test.each<[string, (act: Actions) => Action]>([
    [
      "releaseAndAttach('aEnd', 'far', { impulse: true })",
      (act) => act.releaseAndAttach('aEnd', 'far', { impulse: true }),
    ],
    [
      "flipChain('aSide', 'far', 'aEnd', { impulse: true })",
      (act) => act.flipChain('aSide', 'far', 'aEnd', { impulse: true }),
    ],
  ])('%s: its second half is named', (text, command) => {
    const program: ActionProgram = function* (act) {
      yield act.attach('aEnd', 'dock')
      yield act.wait(0.25)
      yield command(act)
    }
    const members = {
      far: Object3D({ parent: 'world', translation: [9, 0, 0], lockable: true }),
      aSide: Object3D({ parent: 'a', lockable: true }),
    }
    const error = errorOf(() => run(program, members))
    expect(error.message).toMatch(
      new RegExp(`^actions: ${text.slice(0, text.indexOf('('))}: .* more than the gap`),
    )
    expect(error.message).toContain(`(actions: ${text} at t = 0.25 s)`)
  })

  test('two contradictory programs are both named', () => {
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
