import { effect } from '@preact/signals'
import type { JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { printSeconds } from '../data/index.ts'
import type { ViewerStore } from '../store/index.ts'
import { drawMarks } from './draw-marks.ts'

/** Part of the time range that PageUp and PageDown move by. */
const PAGE = 0.1

/** The times of a result with its segments and events. A press or drag seeks a time. */
export function TimeLine({ store }: { readonly store: ViewerStore }): JSX.Element {
  const { player } = store
  const slider = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const thumb = useRef<HTMLDivElement>(null)
  const played = useRef<HTMLDivElement>(null)

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

function partOf(time: number, [start, end]: readonly [number, number]): number {
  return end > start ? (time - start) / (end - start) : 0
}
