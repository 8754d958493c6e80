/** True with `npm run test:all` (vitest runs in the mode `all` then). */
export const RUNS_ALL = process.env.TEST_MODE === 'all'

/** Number of parts to skip; `npm test` takes it from the commit, and prints it. */
const ROTATION = Number(process.env.SEED_ROTATION ?? 0)

/**
 * Seeds of a random campaign, from 1 to `all`: `part` of them in `npm test`, other ones for every commit; every one with
 * `npm run test:all`.
 */
export function campaignSeeds(all: number, part: number): number[] {
  const count = RUNS_ALL ? all : Math.min(part, all)
  const first = RUNS_ALL ? 0 : ROTATION * part
  return Array.from({ length: count }, (_, k) => ((first + k) % all) + 1)
}
