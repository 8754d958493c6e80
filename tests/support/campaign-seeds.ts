/**
 * Seeds of a random campaign: the first `part` of `all` in `npm test`, every one with `npm run test:all`
 * (vitest runs in the mode `all` then).
 */
export function campaignSeeds(all: number, part: number): number[] {
  const count = process.env.MODE === 'all' ? all : Math.min(part, all)
  return Array.from({ length: count }, (_, index) => index + 1)
}
