import type { SignalTable } from '../../results/index.ts'
import { printUnit, printValues } from './print.ts'

/**
 * Values of a signal at a time [s], with their unit; `–` where it has none. At an event that changes the displayed
 * digits, both:
 * `1.0000 → −0.50000 m/s` is the value before and the value after the event.
 */
export function readValues(table: SignalTable, name: string, time: number): string {
  const signal = table.signal(name)
  const isScalar = signal.size.length === 0
  const axis = signal.header.axis?.time
  const isInside = axis === undefined || (axis.length > 0 && time >= axis[0] && time <= axis[axis.length - 1])
  if (!isInside) return '–'
  const print = (side: 'left' | 'right'): string =>
    printValues(table.vectorAt(name, time, side), isScalar, signal.header)
  const [before, after] = [print('left'), print('right')]
  return `${before === after ? after : `${before} → ${after}`}${printUnit(signal.unit)}`
}

/** Writes such a text into an element; the title of the element explains a pair of values. */
export function showValues(place: { textContent: string | null; title: string }, text: string): void {
  place.textContent = text
  place.title = text.includes(' → ') ? 'Before → after the event' : ''
}
