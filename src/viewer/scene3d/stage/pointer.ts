/** Hovering and clicks. */

/** Movement between down and up above which a pointer has dragged, not clicked [pixel]. */
const CLICK_SLOP = 4

/** Callbacks get the place in CSS pixels from the upper left corner; null: the pointer has left. */
export interface PointerCallbacks {
  readonly onClick: (x: number, y: number) => void
  readonly onHover: (place: readonly [number, number] | null) => void
}

/** Listens to clicks and hovering; returns a function that stops it. */
export function watchPointer(element: HTMLElement, { onClick, onHover }: PointerCallbacks): () => void {
  let down: readonly [number, number] | null = null
  const listeners: { [K in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[K]) => void } = {
    pointerdown: (event) => {
      down = event.isPrimary && event.button === 0 ? [event.offsetX, event.offsetY] : null
      onHover(null)
    },
    pointerup: (event) => {
      if (down === null || !event.isPrimary) return
      const moved = Math.hypot(event.offsetX - down[0], event.offsetY - down[1])
      down = null
      if (moved <= CLICK_SLOP) onClick(event.offsetX, event.offsetY)
    },
    pointermove: (event) => {
      if (event.buttons === 0 && event.pointerType === 'mouse') onHover([event.offsetX, event.offsetY])
    },
    pointerleave: () => onHover(null),
    pointercancel: () => {
      down = null
    },
  }
  const entries = Object.entries(listeners) as [string, EventListener][]
  for (const [name, listener] of entries) element.addEventListener(name, listener)
  return () => {
    for (const [name, listener] of entries) element.removeEventListener(name, listener)
  }
}
