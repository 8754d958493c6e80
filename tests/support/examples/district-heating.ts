/** The pipe of `examples/district-heating.ts` by the method of characteristics. */
import { contentAt, type Transport } from '../transport.ts'

const LENGTH = 3000
const HOUR = 3600

/** Displacement of the water at an hour, in m: the integral of its speed. */
function displacement(hour: number): number {
  const days = Math.floor(hour / 24)
  const h = hour - 24 * days
  const byDay = (until: number): number =>
    until <= 6 ? 0 : 0.9 * (until - 6) + 0.3 * (8 / Math.PI) * (1 - Math.cos((Math.PI * (until - 6)) / 8))
  const night = Math.min(h, 6) + Math.max(0, h - 22)
  const perDay = byDay(22) - 0.5 * 8
  return HOUR * (days * perDay + byDay(Math.min(h, 22)) - 0.5 * night)
}

const isDay = (t: number): boolean => (t / HOUR) % 24 >= 6 && (t / HOUR) % 24 < 22
const pipe: Omit<Transport, 'in0' | 'in1' | 'profile'> = {
  X: (t) => displacement(t / HOUR) / LENGTH,
  turns: [0, 6, 22, 30, 46, 54].map((hour) => hour * HOUR),
}
const temperatures: Transport = {
  ...pipe,
  in0: (t) => ((t / HOUR) % 24 >= 6 && (t / HOUR) % 24 < 9 ? 368 : 353),
  in1: () => 343,
  profile: () => 283,
}
const entries: Transport = { ...pipe, in0: (t) => t, in1: (t) => t, profile: () => 0 }

/** Temperature at the outlet [K] at t [s]. */
export function outletTemperature(t: number): number {
  const y = isDay(t) ? 1 : 0
  const spent = t - contentAt(entries, y, t)
  return 283 + (contentAt(temperatures, y, t) - 283) * Math.exp(-spent / (40 * HOUR))
}

/** Heat in the pipe at t, without losses, more than at the start [J]: the sum over cells. */
export function storedHeat(t: number, nCell: number): number {
  let sum = 0
  for (let i = 0; i < nCell; i++) sum += contentAt(temperatures, (i + 0.5) / nCell, t) - 283
  return (970 * 4190 * 0.03 * LENGTH * sum) / nCell
}
