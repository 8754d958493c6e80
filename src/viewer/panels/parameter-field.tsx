import type { JSX } from 'preact'
import type { SignalTable } from '../../results/index.ts'
import { printUnit, printValues } from '../data/index.ts'
import type { ViewerStore } from '../store/index.ts'

interface ParameterFieldProps {
  readonly store: ViewerStore
  readonly table: SignalTable
  readonly name: string
}

/** Value of a parameter; a field while a run is watched, so that it can be changed. */
export function ParameterField({ store, table, name }: ParameterFieldProps): JSX.Element {
  const { unit, header, size } = table.signal(name)
  if (header.text !== undefined) return <span>{header.text}</span>
  const isBoolean = header.type === 'boolean'
  const values = header.constant ?? new Float64Array(1)
  if (store.live.value === null || size.length > 0)
    return <span>{printValues(values, size.length === 0, isBoolean) + printUnit(unit)}</span>
  const edit = store.edits.list.value.find((item) => item.name === name)
  if (isBoolean) {
    return (
      <input
        type="checkbox"
        aria-label={name}
        checked={edit === undefined ? values[0] !== 0 : edit.value === true}
        onChange={(event) => store.edits.set(name, event.currentTarget.checked)}
      />
    )
  }
  const onChange = (event: JSX.TargetedEvent<HTMLInputElement>): void => {
    const value = event.currentTarget.valueAsNumber
    if (!Number.isFinite(value) || value === values[0]) store.edits.remove(name)
    else store.edits.set(name, value)
  }
  return (
    <>
      <input
        type="number"
        step="any"
        class={edit === undefined ? '' : 'edited'}
        aria-label={`${name}${printUnit(unit)}`}
        value={String(edit?.value ?? values[0])}
        onChange={onChange}
      />
      {printUnit(unit)}
    </>
  )
}
