import type { ComponentChildren, JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'

interface VirtualListProps extends JSX.HTMLAttributes<HTMLDivElement> {
  readonly count: number
  /** Height of every row [px]. */
  readonly rowHeight: number
  /** A row, by its index. */
  readonly renderRow: (index: number) => ComponentChildren
  /** Row that is scrolled into view when it changes. */
  readonly shownRow?: number
}

/** Rows rendered beyond the visible ones. */
const MARGIN = 6

/** A list of any length that renders only the visible rows. */
export function VirtualList({
  count,
  rowHeight,
  renderRow,
  shownRow = -1,
  ...rest
}: VirtualListProps): JSX.Element {
  const host = useRef<HTMLDivElement>(null)
  const [view, setView] = useState({ top: 0, height: 400 })
  useEffect(() => {
    const element = host.current!
    const update = (): void => setView({ top: element.scrollTop, height: element.clientHeight })
    const observer = new ResizeObserver(update)
    observer.observe(element)
    element.addEventListener('scroll', update, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', update)
    }
  }, [])
  useEffect(() => {
    const element = host.current!
    if (shownRow < 0) return
    const top = shownRow * rowHeight
    if (top < element.scrollTop) element.scrollTop = top
    else if (top + rowHeight > element.scrollTop + element.clientHeight)
      element.scrollTop = top + rowHeight - element.clientHeight
  }, [shownRow, rowHeight])
  const first = Math.max(0, Math.floor(view.top / rowHeight) - MARGIN)
  const end = Math.min(count, Math.ceil((view.top + view.height) / rowHeight) + MARGIN)
  const rows: ComponentChildren[] = []
  for (let i = first; i < end; i++) rows.push(renderRow(i))
  return (
    <div {...rest} class={`virtual-list ${(rest.class as string | undefined) ?? ''}`} ref={host}>
      <div role="presentation" style={{ height: `${count * rowHeight}px`, position: 'relative' }}>
        <div
          role="presentation"
          style={{ position: 'absolute', insetInline: 0, top: `${first * rowHeight}px` }}
        >
          {rows}
        </div>
      </div>
    </div>
  )
}
