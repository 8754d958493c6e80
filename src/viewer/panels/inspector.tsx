import { effect } from '@preact/signals'
import type { JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { SceneDescription } from '../../animation/index.ts'
import type { SignalTable } from '../../results/index.ts'
import { IconButton } from '../controls/index.ts'
import {
  type Component,
  findComponent,
  lastPart,
  printConstant,
  readValues,
  showValues,
} from '../data/index.ts'
import type { ViewerStore } from '../store/index.ts'
import { ParameterField } from './parameter-field.tsx'

/** Parameters and current values of the selected component, or of the model. */
export function Inspector({
  store,
  root,
}: {
  readonly store: ViewerStore
  readonly root: Component
}): JSX.Element | null {
  const table = store.table.value
  const component = findComponent(root, store.selection.value) ?? root
  if (table === null) return null
  const parameters = component.signals.filter((name) => table.signal(name).header.axis === undefined)
  const variables = component.signals.filter((name) => table.signal(name).header.axis !== undefined)
  const isObject = component.kind === 'body' || component.kind === 'object'
  const isFollowed = store.followed.value === component.path
  return (
    <section class="inspector" aria-label="Selected component">
      <header>
        <h2>{component.path === '' ? component.name : component.path}</h2>
        {component.what !== '' && <span class="badge">{component.what}</span>}
        {isObject && store.scene.value !== null && (
          <IconButton
            icon="follow"
            label={isFollowed ? 'Stop following with the camera' : 'Follow with the camera'}
            isPressed={isFollowed}
            onClick={() => {
              store.followed.value = isFollowed ? '' : component.path
            }}
          />
        )}
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard */}
      <section class="inspector-body" tabIndex={0} aria-label="Values">
        <Appearance scene={store.scene.value} path={component.path} />
        {parameters.length > 0 && (
          <dl class="values" aria-label="Parameters">
            {parameters.map((name) => (
              <div key={name}>
                <dt title={table.signal(name).info || name}>{lastPart(name)}</dt>
                <dd>
                  <ParameterField store={store} table={table} name={name} />
                </dd>
              </div>
            ))}
          </dl>
        )}
        {variables.length > 0 && <Variables store={store} table={table} names={variables} />}
        {parameters.length + variables.length === 0 && (
          <p class="hint padded">
            {component.path === ''
              ? 'Select a component to see its values.'
              : 'This component has no values.'}
          </p>
        )}
      </section>
    </section>
  )
}

function Variables({
  store,
  table,
  names,
}: {
  readonly store: ViewerStore
  readonly table: SignalTable
  readonly names: readonly string[]
}): JSX.Element {
  const list = useRef<HTMLDListElement>(null)
  useEffect(
    () =>
      effect(() => {
        const time = store.player.readingTime.value
        // subscribe to the time of a newer table: it is rendered with that table
        if (table !== store.table.peek()) return
        const places = list.current?.querySelectorAll('output') ?? []
        // elements may be newer than this effect: each one carries the signal that it shows
        for (const place of places) {
          const name = place.dataset['name'] ?? ''
          if (table.has(name)) showValues(place, readValues(table, name, time))
        }
      }),
    [store, table, names],
  )
  const { diagrams } = store
  return (
    <dl class="values" ref={list} aria-label="Current values">
      {names.map((name) => {
        const isPlotted = isShown(diagrams.list.value, table, name)
        return (
          <div key={name}>
            <dt title={table.signal(name).info || name}>{lastPart(name)}</dt>
            <dd>
              <output aria-live="off" data-name={name} />
              <IconButton
                icon="chart"
                label={isPlotted ? `Remove ${name} from the plots` : `Plot ${name}`}
                isPressed={isPlotted}
                onClick={() => diagrams.toggle(table, name)}
              />
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

function isShown(
  diagrams: readonly { readonly names: readonly string[] }[],
  table: SignalTable,
  name: string,
): boolean {
  const first = table.signal(name).nameOf(0)
  return diagrams.some(({ names }) => names.includes(name) || names.includes(first))
}

/** Shape and material of a body. */
function Appearance({
  scene,
  path,
}: {
  readonly scene: SceneDescription | null
  readonly path: string
}): JSX.Element | null {
  const part = scene?.parts.find((item) => item.path === path)
  if (part === undefined) return null
  const sizes = Object.entries(part.shape).filter(([, value]) => typeof value === 'number')
  if (sizes.length === 0) return null
  return (
    <dl class="values" aria-label="Shape">
      {sizes.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{printConstant(value as number)} m</dd>
        </div>
      ))}
    </dl>
  )
}
