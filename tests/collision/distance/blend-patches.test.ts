/** Two blended patches: the load on the bodies is the mean of both. */
import { expect, test } from 'vitest'
import { blendPatchValues } from '../../../src/collision/contact-patch/patch-integrals.ts'
import {
  PATCH_CENTER,
  PATCH_DEPTH,
  PATCH_LENGTH,
  PATCH_MOMENTS,
  PATCH_WEIGHT,
  PATCH_WIDENING,
} from '../../../src/collision/contact-patch/patch-workspace.ts'
import { createRandom } from './poses.ts'

test('force, moment and all other values are blended', () => {
  const random = createRandom(3)
  for (let k = 0; k < 50; k++) {
    const [first, second] = [0, 1].map(() =>
      Float64Array.from({ length: PATCH_LENGTH }, (_, i) =>
        i === PATCH_WEIGHT ? 1 + 2 * random() : 2 * random() - 1,
      ),
    )
    const part = k < 2 ? k : random()
    const out = first.slice()
    blendPatchValues(out, second, part)
    const mean = (a: number, b: number): number => part * a + (1 - part) * b
    const weight = mean(first[PATCH_WEIGHT], second[PATCH_WEIGHT])
    expect(out[PATCH_WEIGHT]).toBeCloseTo(weight, 14)
    // a force of the size W at the center: its moment
    for (let i = PATCH_CENTER; i < PATCH_CENTER + 3; i++) {
      const moment = mean(first[PATCH_WEIGHT] * first[i], second[PATCH_WEIGHT] * second[i])
      expect(weight * out[i]).toBeCloseTo(moment, 14)
    }
    const places = [
      PATCH_DEPTH,
      ...[0, 1, 2].map((i) => PATCH_MOMENTS + i),
      PATCH_WIDENING,
      PATCH_WIDENING + 1,
    ]
    for (const i of places) expect(out[i]).toBeCloseTo(mean(first[i], second[i]), 14)
  }
})
