/** True with `npm run test:all` (vitest runs in the mode `all` then). */
export const RUNS_ALL = process.env.MODE === 'all'

/** Seeds of a random campaign: the first `part` of `all` in `npm test`, every one with `npm run test:all`. */
export function campaignSeeds(all: number, part: number): number[] {
  const count = RUNS_ALL ? all : Math.min(part, all)
  return Array.from({ length: count }, (_, index) => index + 1)
}
