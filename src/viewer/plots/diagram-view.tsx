import { effect, useSignalEffect } from '@preact/signals'
import type { JSX } from 'preact'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { type Curve, createCurves, type SignalTable } from '../../results/index.ts'
import { IconButton } from '../controls/index.ts'
import type { Diagram, ViewerStore } from '../store/index.ts'
import { Legend } from './legend.tsx'
import { namesOfAxis } from './name-axis.ts'
import { PALETTES, type Palette } from './palette.ts'
import { type PlotContent, PlotFrame } from './plot-frame.ts'
import { computeXRange } from './value-range.ts'

interface DiagramViewProps {
  readonly store: ViewerStore
  readonly table: SignalTable
  readonly diagram: Diagram
  readonly number: number
}

/** Zoom factor of one press of a zoom button. */
const ZOOM = 0.6

/** One diagram with its legend and buttons. */
export function DiagramView({ store, table, diagram, number }: DiagramViewProps): JSX.Element {
  const { player, diagrams, settings } = store
  const theme = settings.shownTheme.value
  const palette = PALETTES[theme]
  const curves = useMemo(() => createDiagramCurves(table, diagram), [table, diagram])
  const frame = useRef<PlotFrame | null>(null)
  const host = useRef<HTMLDivElement>(null)
  const isOverTime = diagram.xName === undefined
  const zoom = diagrams.zoom.value ?? player.range.value
  const content = createContent(table, diagram, curves, zoom, palette)
  const names = content.units
    .map((_, k) => namesOfAxis(content.curves, content.unitOfCurve, k)?.join())
    .join('|')
  const shape = `${theme} ${content.units.join('|')} ${names} ${content.xLabel}`

  // recreate the frame only for new axes or colors
  useEffect(() => {
    const opened = openFrame(host.current!, { store, table, diagram, content, palette })
    frame.current = opened.frame
    return () => {
      opened.close()
      frame.current = null
    }
  }, [shape, isOverTime ? 0 : curves])

  const lastContent = useRef(content)
  useEffect(() => {
    if (frame.current === null || lastContent.current === content) return
    lastContent.current = content
    frame.current.update(content)
  })
  useSignalEffect(() => {
    const time = diagrams.hoverTime.value
    const plot = frame.current?.plot
    if (plot === undefined || !isOverTime) return
    const left = time === null ? -10 : plot.valToPos(time, 'x')
    if (Math.abs((plot.cursor.left ?? -10) - left) > 0.5) plot.setCursor({ left, top: 0 }, false)
  })

  const isActive = diagrams.activeId.value === diagram.id
  const shown = curves.map(({ name }) => name).join(', ')
  return (
    <section
      class={isActive ? 'diagram active' : 'diagram'}
      aria-label={`Diagram ${number}`}
      onPointerDown={() => {
        diagrams.activeId.value = diagram.id
      }}
    >
      <header class="diagram-head">
        <DiagramButtons store={store} diagram={diagram} number={number} />
        <Legend store={store} table={table} diagram={diagram} curves={curves} palette={palette} />
      </header>
      <div
        class="plot"
        ref={host}
        role="img"
        aria-label={`${shown} ${isOverTime ? 'over time' : `over ${diagram.xName}`}`}
      />
    </section>
  )
}

interface FrameProps extends Omit<DiagramViewProps, 'number'> {
  readonly content: PlotContent
  readonly palette: Palette
}

/** Creates the frame of a diagram, with the mark of the present time. */
function openFrame(
  host: HTMLElement,
  { store, table, diagram, content, palette }: FrameProps,
): { readonly frame: PlotFrame; readonly close: () => void } {
  const { player, diagrams } = store
  const isOverTime = diagram.xName === undefined
  const created = new PlotFrame(host, content, {
    onSeek: (x) => isOverTime && player.seek(x),
    onZoom: (min, max) => {
      if (!isOverTime) return
      const [start, end] = player.range.value
      const range = [Math.max(start, min), Math.min(end, max)] as const
      if (range[1] > range[0]) diagrams.zoom.value = range
    },
    onReset: () => {
      diagrams.zoom.value = null
    },
    onHover: (x) => {
      diagrams.hoverTime.value = isOverTime ? x : null
    },
  })
  const cursor = document.createElement('div')
  cursor.className = isOverTime ? 'plot-time' : 'plot-dots'
  created.plot.over.append(cursor)
  const dots = isOverTime
    ? []
    : content.curves.map((_, i) => appendDot(cursor, palette.curves[i % palette.curves.length]))
  // only this effect runs for every picture
  const stop = effect(() => {
    const time = player.time.value
    void diagrams.zoom.value
    if (isOverTime) cursor.style.transform = `translateX(${created.xToPixel(time)}px)`
    else placeDots(created, table, diagram, dots, time)
  })
  const observer = new ResizeObserver(([{ contentRect }]) => {
    created.resize(Math.floor(contentRect.width), Math.floor(contentRect.height))
    if (isOverTime) cursor.style.transform = `translateX(${created.xToPixel(player.time.peek())}px)`
  })
  observer.observe(host)
  const close = (): void => {
    observer.disconnect()
    stop()
    created.destroy()
  }
  return { frame: created, close }
}

/** Buttons of a diagram: its horizontal axis, zoom, close. */
function DiagramButtons({ store, diagram, number }: Omit<DiagramViewProps, 'table'>): JSX.Element {
  const { player, diagrams } = store
  const zoomBy = (factor: number): void => {
    const [min, max] = diagrams.zoom.value ?? player.range.value
    const [start, end] = player.range.value
    const middle = Math.min(max, Math.max(min, player.time.value))
    const range = [
      Math.max(start, middle - (middle - min) * factor),
      Math.min(end, middle + (max - middle) * factor),
    ] as const
    diagrams.zoom.value = range[0] <= start && range[1] >= end ? null : range
  }
  return (
    <div class="diagram-buttons">
      {diagram.names.length > 1 && (
        <select
          aria-label={`Horizontal axis of diagram ${number}`}
          title="Horizontal axis"
          value={diagram.xName ?? ''}
          onChange={(event) => diagrams.setX(diagram.id, event.currentTarget.value || undefined)}
        >
          <option value="">over time</option>
          {diagram.names.map((name) => (
            <option key={name} value={name}>
              over {name}
            </option>
          ))}
        </select>
      )}
      {diagram.xName === undefined && (
        <>
          <IconButton
            icon="minus"
            label="Zoom out"
            onClick={() => zoomBy(1 / ZOOM)}
            isDisabled={diagrams.zoom.value === null}
          />
          <IconButton icon="plus" label="Zoom in" onClick={() => zoomBy(ZOOM)} />
        </>
      )}
      <IconButton icon="close" label={`Close diagram ${number}`} onClick={() => diagrams.close(diagram.id)} />
    </div>
  )
}

function appendDot(host: HTMLElement, color: string): HTMLElement {
  const dot = document.createElement('div')
  dot.className = 'plot-dot'
  dot.style.background = color
  host.append(dot)
  return dot
}

function placeDots(
  frame: PlotFrame,
  table: SignalTable,
  { names, xName }: Diagram,
  dots: readonly HTMLElement[],
  time: number,
): void {
  if (xName === undefined) return
  const x = frame.xToPixel(table.at(xName, time))
  const shown = names.filter((name) => name !== xName)
  for (const [i, dot] of dots.entries()) {
    const y = frame.yToPixel(table.at(shown[i], time), 0)
    dot.style.visibility = Number.isFinite(x + y) ? 'visible' : 'hidden'
    dot.style.transform = `translate(${x}px, ${y}px)`
  }
}

/** Available curves of a diagram: during a live run, signals may be added later. */
function createDiagramCurves(table: SignalTable, { names, xName }: Diagram): Curve[] {
  const x = xName !== undefined && table.has(xName) ? table.signal(xName) : undefined
  return names.flatMap((name) => {
    if (!table.has(name) || name === xName) return []
    // only signals with the same points can be drawn over each other
    if (x !== undefined && table.signal(name).header.axis !== x.header.axis) return []
    return createCurves(table, [name], x?.name)
  })
}

/** Content of a diagram. */
function createContent(
  table: SignalTable,
  diagram: Diagram,
  curves: readonly Curve[],
  zoom: readonly [number, number],
  palette: Palette,
): PlotContent {
  const unitNames = curves.map(({ name }) => table.signal(name).unit)
  const units = [...new Set(unitNames)].slice(0, 2)
  const { xName } = diagram
  const isOverTime = xName === undefined
  return {
    curves,
    units: units.length > 0 ? units : [''],
    // a third unit shares the right axis
    unitOfCurve: unitNames.map((unit) => (units.includes(unit) ? units.indexOf(unit) : units.length - 1)),
    xLabel: isOverTime
      ? `Time [${timeUnit(table)}]`
      : printLabel(xName, table.has(xName) ? table.signal(xName).unit : ''),
    xRange: isOverTime ? zoom : computeXRange(curves),
    marks: isOverTime ? table.segments.slice(1).map(({ startTime }) => startTime) : [],
    palette,
  }
}

function timeUnit(table: SignalTable): string {
  const [name] = table.axes.keys()
  return name === undefined ? 's' : table.signal(name).unit
}

function printLabel(name: string, unit: string): string {
  return unit === '' || unit === '1' ? name : `${name} [${unit}]`
}
