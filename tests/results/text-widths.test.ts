/** Estimated widths of texts compared with those of a real font. */
import { expect, it } from 'vitest'
import { fitText, measureText } from '../../src/results/plot/text.ts'

/** Widths of characters of Helvetica in units of the font size, from its published metrics. */
const HELVETICA: Record<string, number> = {
  ...{ i: 0.222, l: 0.222, t: 0.278, f: 0.278, r: 0.333, I: 0.278, '.': 0.278, ' ': 0.278, '(': 0.333 },
  ...{ a: 0.556, c: 0.5, n: 0.556, x: 0.5, '0': 0.556, '7': 0.556, R: 0.722, T: 0.611, '=': 0.584 },
  ...{ m: 0.833, w: 0.722, M: 0.833, W: 0.944, '%': 0.889, '@': 1.015 },
}

it('characters are as wide as those of Helvetica, or slightly wider', () => {
  for (const [char, width] of Object.entries(HELVETICA)) {
    const ratio = measureText(char, 10) / (10 * width)
    expect(ratio, char).toBeGreaterThan(0.8)
    expect(ratio, char).toBeLessThan(1.6)
  }
  const text = Object.keys(HELVETICA).join('')
  const sum = Object.values(HELVETICA).reduce((a, b) => a + b)
  expect(measureText(text, 10) / (10 * sum)).toBeGreaterThan(1)
  expect(measureText(text, 10) / (10 * sum)).toBeLessThan(1.15)
})

it('a text that does not fit keeps its start and end, with as many characters as fit', () => {
  const text = 'aaaabbbbcccc'
  const width = measureText(text, 10)
  expect(fitText(text, 10, width)).toBe(text)
  const wide = measureText('…', 10)
  const normal = measureText('a', 10)
  // room for n characters and the dots
  for (const [n, expected] of [
    [6, 'aaa…ccc'],
    [5, 'aaa…cc'],
    [3, 'aa…c'],
    [1, '…'],
  ] as const)
    expect(fitText(text, 10, n * normal + wide + 0.01)).toBe(expected)
})
