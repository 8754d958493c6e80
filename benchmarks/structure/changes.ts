/** Changes of structure in one run: time per change for growing numbers of objects, and growth of the memory. */
import { instantiate } from 'vario'
import { Box, Model3D, NoGravityField, Object3D, Pool, Scene, Solid } from 'vario/multibody'
import { printTable, runIsolated } from '../harness.ts'

/** Numbers of objects; with one object per body, and with ten. */
const SIZES = [100, 1000]
const PER_BODY = [10, 1]
/** Simulated time between two changes [s], and changes of one round: add, attach, release, delete. */
const PERIOD = 1e-3
const ROUND = 4

export interface ChangesTask {
  readonly kind: 'changes'
  /** Number of objects, and number of them per body. */
  readonly n: number
  readonly perBody: number
  readonly changes: number
}

interface ChangesRow {
  /** Processor time per change, with the steps between two changes: mean, and minimum of all rounds [ms]. */
  readonly mean: number
  readonly least: number
  /** The same between two events without a change: time of the steps [ms]. */
  readonly step: number
  readonly leastStep: number
  /** Memory after a tenth of the changes, a third, two thirds and all of them [MB]. */
  readonly heap: readonly number[]
}

/** Bodies on a grid of 1 m, which drift without contact; one more is repeatedly added, locked, released and removed. */
function createScene(
  n: number,
  perBody: number,
  changes: number,
  onRound: (k: number) => void,
  hasChanges = true,
) {
  const feature = Solid({
    shape: Box({ lengthX: 0.2, lengthY: 0.2, lengthZ: 0.2 }),
    solidMaterial: 'DryWood',
    collision: true,
  })
  const nBody = n / perBody
  const side = Math.ceil(Math.cbrt(nBody))
  const frames: Record<string, ReturnType<typeof Object3D>> = {}
  for (let b = 0; b < nBody; b++)
    for (let k = 1; k < perBody; k++)
      frames[`frame${b}_${k}`] = Object3D({ parent: `bodies[${b + 1}]`, translation: [0.01 * k, 0, 0] })
  return Model3D({
    world: Object3D({ feature: Scene({ gravityField: NoGravityField() }) }),
    dock: Object3D({ parent: 'world', translation: [-1, -1, -1], lockable: true }),
    bodies: Array.from({ length: nBody }, (_, k) =>
      Object3D({
        parent: 'world',
        fixedToParent: false,
        translation: [k % side, Math.floor(k / side) % side, Math.floor(k / side ** 2)],
        velocity: [1e-3 * Math.sin(k), 0, 0],
        feature,
      }),
    ),
    ...frames,
    crates: Pool({ body: Object3D({ feature }), grip: Object3D({ parent: 'body', lockable: true }) }),
    actions: function* (act) {
      for (let k = 1; k <= changes && !hasChanges; k++) {
        yield act.eventAfterPeriod(PERIOD)
        if (k % ROUND === 0) onRound(k / ROUND)
      }
      for (let k = 1; k <= changes / ROUND && hasChanges; k++) {
        const { added } = yield act.add('crates', { translation: [-1, -1, -1] })
        yield act.wait(PERIOD)
        yield act.attach(`${added}.grip`, 'dock')
        yield act.wait(PERIOD)
        yield act.release(added)
        yield act.wait(PERIOD)
        yield act.delete(added)
        yield act.wait(PERIOD)
        onRound(k)
      }
    },
  })
}

/** Processor time of this process [ms]: that of others does not count. */
function cpuTime(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

function usedMemory(): number {
  // buffers are freed with the second collection after their arrays
  for (let k = 0; k < 2; k++) globalThis.gc?.()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return (heapUsed + arrayBuffers) / 1e6
}

export function runChangesTask({ n, perBody, changes }: ChangesTask): ChangesRow {
  const rounds = changes / ROUND
  const looks = [0.1, 1 / 3, 2 / 3, 1].map((part) => Math.round(part * rounds))
  const heap: number[] = []
  const times: number[] = []
  let begin = 0
  const model = instantiate(
    createScene(n, perBody, changes, (k) => {
      times.push((cpuTime() - begin) / ROUND)
      if (looks.includes(k)) heap.push(usedMemory())
      begin = cpuTime()
    }),
  )
  begin = cpuTime()
  const stopTime = (changes + 1) * PERIOD
  const result = model.simulate({ stopTime, interval: stopTime, record: ['world.*'] })
  const { actions } = result.attributes as unknown as { actions: unknown[] }
  if (actions.length !== changes) throw new Error(`${actions.length} changes instead of ${changes}`)
  // as many events at the same times, which end the steps in the same way, without a change
  const stepTimes: number[] = []
  const countStep = (): void => {
    stepTimes.push((cpuTime() - begin) / ROUND)
    begin = cpuTime()
  }
  const still = instantiate(createScene(n, perBody, changes, countStep, false))
  begin = cpuTime()
  still.simulate({ stopTime, interval: stopTime, record: ['world.*'] })
  const [mean, least] = describeTimes(times)
  const [step, leastStep] = describeTimes(stepTimes)
  return { mean, least, step, leastStep, heap }
}

/** Mean and minimum of all except the first ones, which warm the code up. */
function describeTimes(times: readonly number[]): readonly [number, number] {
  const warm = times.slice(Math.floor(times.length / 5))
  return [warm.reduce((sum, time) => sum + time, 0) / warm.length, Math.min(...warm)]
}

/** Measures all sizes, each in a separate process. */
export function measureChanges(quick: boolean): unknown {
  const changes = quick ? 100 : 1000
  const rows = SIZES.flatMap((n) =>
    PER_BODY.flatMap((perBody) => {
      const task: ChangesTask = { kind: 'changes', n, perBody, changes }
      const row = runIsolated<ChangesRow>(task, ['--expose-gc'])
      return row === undefined ? [] : [{ n, perBody, ...row }]
    }),
  )
  printTable(
    `${changes} changes of structure in one run: time per change [ms], memory after a tenth, a third, two thirds and all [MB]`,
    ['objects', 'bodies', 'mean', 'least', 'steps alone', 'least', 'memory', '', '', ''],
    rows.map(({ n, perBody, mean, least, step, leastStep, heap }) => [
      ...[n, n / perBody].map(String),
      ...[mean, least, step, leastStep, ...heap].map((value) => value.toFixed(1)),
    ]),
  )
  return rows
}
