import { expect, test } from 'vitest'
import { AcceptedChanges } from '../../src/cli/server/accepted-changes.ts'
import type { LiveCommand, LiveStatus } from '../../src/live/index.ts'

const STATUS: LiveStatus = { run: 1, phase: 'running', part: 0.5, time: 1, speed: 1 }

test('a status lists the changes that the present run has applied, without rejected ones', () => {
  const changes = new AcceptedChanges()
  const told: unknown[] = []
  // as LiveRun does: every command gets a status, with a message if it is refused
  const run = {
    handle: (command: LiveCommand) => {
      if (command.type === 'restart') changes.begin()
      const isBad = command.type === 'change' && 'wrong' in command.merge
      told.push(changes.complete(isBad ? { ...STATUS, message: 'no such parameter' } : STATUS).changes)
    },
  }
  changes.handle({ type: 'change', merge: { T: 2 } }, run)
  changes.handle({ type: 'change', merge: { wrong: 2 } }, run)
  changes.handle({ type: 'pause' }, run)
  changes.handle({ type: 'change', merge: { motor: { k: 3 } } }, run)
  changes.handle({ type: 'restart' }, run)
  expect(told).toEqual([[{ T: 2 }], [{ T: 2 }], [{ T: 2 }], [{ T: 2 }, { motor: { k: 3 } }], undefined])
})
