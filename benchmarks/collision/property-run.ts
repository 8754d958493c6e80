/**
 * Long run of the properties of signed distances: `npx tsx benchmarks/collision/property-run.ts [number of pairs]
 * [seed]`. The test suite has a short version.
 */
import { createRandom, type Pose, randomRotation, SHAPE_NAMES } from '../../tests/collision/distance/poses.ts'
import { createBodies, findViolation, randomPoseOfB } from '../../tests/collision/distance/properties.ts'

const nPair = Number(process.argv[2] ?? 1_000_000)
const seed = Number(process.argv[3] ?? 1)
const random = createRandom(seed)
const bodies = createBodies(SHAPE_NAMES, 30, random)
const start = performance.now()
let nViolation = 0
for (let i = 0; i < nPair; i++) {
  const indexA = Math.floor(bodies.length * random())
  const indexB = Math.floor(bodies.length * random())
  const a = bodies[indexA][Math.floor(30 * random())]
  const b = bodies[indexB][Math.floor(30 * random())]
  const isPlain = random() < 0.3
  const poseA: Pose = {
    R: isPlain ? new Float64Array([1, 0, 0, 0, 1, 0, 0, 0, 1]) : randomRotation(random),
    p: Float64Array.from(isPlain ? [0, 0, 0] : [random(), random(), random()]),
  }
  const kind = Math.floor(6 * random())
  let violation: string | undefined
  try {
    violation = findViolation(a, poseA, b, randomPoseOfB(kind, a, poseA, b, random), random)
  } catch (error) {
    violation = `exception ${error}`
  }
  if (violation === undefined) continue
  nViolation++
  if (nViolation <= 40)
    console.log(`pair ${i} (${SHAPE_NAMES[indexA]}, ${SHAPE_NAMES[indexB]}, case ${kind}): ${violation}`)
}
const time = (performance.now() - start) / 1000
console.log(`${nPair} pairs, seed ${seed}: ${nViolation} violations, ${time.toFixed(0)} s`)
process.exitCode = nViolation > 0 ? 1 : 0
