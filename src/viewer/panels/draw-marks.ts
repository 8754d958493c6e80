const COLORS = {
  light: { event: 'rgba(180, 83, 9, 0.75)', segment: '#5b3fc0' },
  dark: { event: 'rgba(251, 176, 84, 0.7)', segment: '#b3a0ff' },
} as const

/** Heights of the marks of events, from below, and of segments, from above, relative to the canvas. */
const EVENT_HEIGHT = 0.3

/** Draws short lines for events, and full ones for segments; one line for all events on the same pixel. */
export function drawMarks(
  canvas: HTMLCanvasElement,
  [start, end]: readonly [number, number],
  segments: readonly number[],
  events: Float64Array,
  theme: 'light' | 'dark',
): void {
  const scale = devicePixelRatio
  const width = Math.round(canvas.clientWidth * scale)
  const height = Math.round(canvas.clientHeight * scale)
  if (canvas.width !== width) canvas.width = width
  if (canvas.height !== height) canvas.height = height
  const context = canvas.getContext('2d')!
  context.clearRect(0, 0, width, height)
  if (!(end > start)) return
  const toPixel = (time: number): number => Math.round(((time - start) / (end - start)) * (width - scale))
  context.fillStyle = COLORS[theme].event
  let last = -1
  for (let i = 0; i < events.length; i++) {
    const x = toPixel(events[i])
    if (x === last) continue
    context.fillRect(x, height * (1 - EVENT_HEIGHT), scale, height * EVENT_HEIGHT)
    last = x
  }
  context.fillStyle = COLORS[theme].segment
  for (const time of segments.slice(1)) context.fillRect(toPixel(time) - scale / 2, 0, 2 * scale, height)
}
