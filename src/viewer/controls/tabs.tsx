import type { JSX } from 'preact'
import { Icon, type IconName } from './icon.tsx'

interface TabsProps<Name extends string> {
  readonly label: string
  readonly tabs: readonly { readonly name: Name; readonly title: string; readonly icon: IconName }[]
  readonly current: Name
  readonly onSelect: (name: Name) => void
  /** Id of the element that the tabs control. */
  readonly controls: string
}

/** Tabs; arrow keys move to the next one. */
export function Tabs<Name extends string>({
  label,
  tabs,
  current,
  onSelect,
  controls,
}: TabsProps<Name>): JSX.Element {
  const onKeyDown = (event: KeyboardEvent): void => {
    const move = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (move === 0) return
    event.preventDefault()
    event.stopPropagation()
    const index = tabs.findIndex(({ name }) => name === current)
    const next = (index + move + tabs.length) % tabs.length
    onSelect(tabs[next].name)
    const list = event.currentTarget as HTMLElement
    list.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus()
  }
  return (
    <div class="tabs" role="tablist" aria-label={label} onKeyDown={onKeyDown}>
      {tabs.map(({ name, title, icon }) => (
        <button
          key={name}
          type="button"
          role="tab"
          aria-selected={name === current}
          aria-controls={controls}
          tabIndex={name === current ? 0 : -1}
          onClick={() => onSelect(name)}
        >
          <Icon name={icon} />
          <span>{title}</span>
        </button>
      ))}
    </div>
  )
}
