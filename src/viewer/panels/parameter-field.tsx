import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import type { SignalTable } from '../../results/index.ts'
import {
  findChange,
  type ParameterValue,
  parseParameter,
  printParameter,
  printUnit,
  printValues,
} from '../data/index.ts'
import type { ViewerStore } from '../store/index.ts'

interface ParameterFieldProps {
  readonly store: ViewerStore
  readonly table: SignalTable
  readonly name: string
}

/** Value of a parameter; an input field during a live run. */
export function ParameterField({ store, table, name }: ParameterFieldProps): JSX.Element {
  // draft text: a live run brings new tables while the user types
  const draft = useSignal<string | null>(null)
  const signal = table.signal(name)
  const { unit, header, size } = signal
  const isBoolean = header.type === 'boolean' && size.length === 0
  const values = header.constant ?? new Float64Array(1)
  if (store.live.value === null) {
    const text = header.text ?? printValues(values, size.length === 0, header, true)
    return <span>{text + printUnit(unit)}</span>
  }
  const edit = store.edits.list.value.find((item) => item.name === name)
  // tables contain the initial values
  const change = findChange(JSON.parse(store.liveChanges.value) as unknown[], name)
  const start = printParameter(signal)
  const title = change === undefined ? '' : `Changed during the run; initial value: ${start}`
  if (isBoolean) {
    const isSet = change === undefined ? values[0] !== 0 : change === true
    return (
      <input
        type="checkbox"
        aria-label={name}
        title={title}
        checked={edit === undefined ? isSet : edit.value === true}
        onChange={(event) => store.edits.set(name, event.currentTarget.checked)}
      />
    )
  }
  const present = change === undefined ? start : printEdit(change)
  const onChange = ({ currentTarget: field }: JSX.TargetedEvent<HTMLInputElement>): void => {
    const parsed = parseParameter(signal, field.value)
    field.setCustomValidity('problem' in parsed ? parsed.problem : '')
    if ('problem' in parsed) {
      field.reportValidity()
      store.edits.remove(name)
      return
    }
    draft.value = null
    if (field.value === present) store.edits.remove(name)
    else store.edits.set(name, parsed.value)
  }
  const isNumber = header.text === undefined && size.length === 0
  return (
    <>
      <input
        type={isNumber ? 'number' : 'text'}
        step="any"
        class={edit === undefined ? '' : 'edited'}
        aria-label={`${name}${printUnit(unit)}`}
        title={title}
        value={draft.value ?? (edit === undefined ? present : printEdit(edit.value))}
        onInput={({ currentTarget: field }) => {
          draft.value = field.value
          field.setCustomValidity('')
        }}
        onChange={onChange}
      />
      {printUnit(unit)}
    </>
  )
}

function printEdit(value: ParameterValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
