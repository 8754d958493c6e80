import type { JSX } from 'preact'

interface SplitterProps {
  readonly label: string
  /** Size of the panel [px], and its limits. */
  readonly size: number
  readonly min: number
  readonly max: number
  /** 1 if the panel is left of the splitter, -1 if it is right of it. */
  readonly direction: 1 | -1
  readonly onResize: (size: number) => void
}

/** Change of the size per arrow key [px]. */
const KEY_STEP = 24

/** A vertical line between panels, moved by dragging or with the arrow keys. */
export function Splitter({ label, size, min, max, direction, onResize }: SplitterProps): JSX.Element {
  const resize = (wanted: number): void => onResize(Math.round(Math.min(max, Math.max(min, wanted))))
  const onPointerDown = (event: PointerEvent): void => {
    const target = event.currentTarget as HTMLElement
    target.setPointerCapture(event.pointerId)
    const start = event.clientX
    const onMove = (move: PointerEvent): void => resize(size + direction * (move.clientX - start))
    const onUp = (): void => {
      target.removeEventListener('pointermove', onMove)
      target.removeEventListener('pointerup', onUp)
      target.removeEventListener('pointercancel', onUp)
    }
    target.addEventListener('pointermove', onMove)
    target.addEventListener('pointerup', onUp)
    target.addEventListener('pointercancel', onUp)
    event.preventDefault()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const sign = event.key === 'ArrowRight' ? direction : event.key === 'ArrowLeft' ? -direction : 0
    if (sign === 0) return
    event.preventDefault()
    event.stopPropagation()
    resize(size + sign * KEY_STEP)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a movable separator is not an hr
    <div
      class="splitter"
      role="separator"
      tabIndex={0}
      aria-label={label}
      aria-orientation="vertical"
      aria-valuenow={size}
      aria-valuemin={min}
      aria-valuemax={max}
      onPointerDown={onPointerDown}
      onKeyDown={onKeyDown}
    />
  )
}
