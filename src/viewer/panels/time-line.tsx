import { effect } from '@preact/signals'
import type { JSX, RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { printSeconds } from '../data/index.ts'
import type { ViewerStore } from '../store/index.ts'

const COLORS = {
  light: { event: 'rgba(180, 83, 9, 0.75)', segment: '#5b3fc0' },
  dark: { event: 'rgba(251, 176, 84, 0.7)', segment: '#b3a0ff' },
} as const

/** Heights of the marks of events, from below, and of segments, from above, relative to the canvas. */
const EVENT_HEIGHT = 0.3

/** Draws short lines for events, and full ones for segments; one line for all events on the same pixel. */
function drawMarks(
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

/** Part of the time range that PageUp and PageDown move by. */
const PAGE = 0.1

/** The times of a result with its segments and events. A press or drag seeks a time. */
export function TimeLine({ store }: { readonly store: ViewerStore }): JSX.Element {
  const { player } = store
  const slider = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const thumb = useRef<HTMLDivElement>(null)
  const played = useRef<HTMLDivElement>(null)

  useTimeDrawing(store, { slider, canvas, thumb, played })

  const seekTo = (event: PointerEvent): void => {
    const { left, width } = slider.current!.getBoundingClientRect()
    const [start, end] = player.range.value
    player.seek(start + ((event.clientX - left) / width) * (end - start))
  }
  const onPointerDown = (event: PointerEvent): void => {
    slider.current!.setPointerCapture(event.pointerId)
    seekTo(event)
  }
  const onPointerMove = (event: PointerEvent): void => {
    if (slider.current!.hasPointerCapture(event.pointerId)) seekTo(event)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const direction = event.key === 'PageUp' ? -1 : event.key === 'PageDown' ? 1 : 0
    if (direction === 0) return
    event.preventDefault()
    player.skip(direction * PAGE)
  }
  const [start, end] = player.range.value
  return (
    <div
      class="time-line"
      ref={slider}
      role="slider"
      tabIndex={0}
      aria-label="Time"
      aria-valuemin={start}
      aria-valuemax={end}
      aria-valuenow={start}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onKeyDown={onKeyDown}
    >
      <div class="time-track">
        <div class="time-played" ref={played} />
      </div>
      <canvas class="time-marks" ref={canvas} />
      <div class="time-thumb" ref={thumb} />
    </div>
  )
}

/** The elements of a time line. */
type TimeLineElements = Readonly<Record<'slider' | 'thumb' | 'played', RefObject<HTMLDivElement>>> & {
  readonly canvas: RefObject<HTMLCanvasElement>
}

/** Draws the marks of a result, and shows its present time. */
function useTimeDrawing(store: ViewerStore, { slider, canvas, thumb, played }: TimeLineElements): void {
  const { player } = store
  // runs for every picture: without rendering again
  useEffect(
    () =>
      effect(() => {
        const part = partOf(player.time.value, player.range.value)
        thumb.current!.style.left = `${100 * part}%`
        played.current!.style.transform = `scaleX(${part})`
      }),
    [player],
  )
  useEffect(
    () =>
      effect(() => {
        const time = player.readingTime.value
        const element = slider.current!
        const [start, end] = player.range.value
        element.setAttribute('aria-valuenow', String(time))
        element.setAttribute('aria-valuetext', `${printSeconds(time, end - start)} seconds`)
      }),
    [player],
  )
  useEffect(() => {
    const draw = (): void => {
      const segments = (store.table.value?.segments ?? []).map(({ startTime }) => startTime)
      drawMarks(
        canvas.current!,
        player.range.value,
        segments,
        player.events.value,
        store.settings.shownTheme.value,
      )
    }
    const stop = effect(draw)
    const observer = new ResizeObserver(draw)
    observer.observe(canvas.current!)
    return () => {
      stop()
      observer.disconnect()
    }
  }, [store, player])
}

function partOf(time: number, [start, end]: readonly [number, number]): number {
  return end > start ? (time - start) / (end - start) : 0
}
