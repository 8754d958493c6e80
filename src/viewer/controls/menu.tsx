import type { ComponentChildren, JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { Icon, type IconName } from './icon.tsx'

interface MenuProps {
  readonly icon: IconName
  readonly label: string
  /** Controls inside; buttons close the menu. */
  readonly children: ComponentChildren
}

/** A button that opens a small box with controls. Escape or a click elsewhere closes it. */
export function Menu({ icon, label, children }: MenuProps): JSX.Element {
  const [isOpen, setOpen] = useState(false)
  const host = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!isOpen) return
    const closeOutside = (event: Event): void => {
      if (!host.current?.contains(event.target as Node)) setOpen(false)
    }
    document.addEventListener('pointerdown', closeOutside)
    host.current?.querySelector<HTMLElement>('.menu-box button, .menu-box input')?.focus()
    return () => document.removeEventListener('pointerdown', closeOutside)
  }, [isOpen])
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !isOpen) return
    event.stopPropagation()
    setOpen(false)
    host.current?.querySelector('button')?.focus()
  }
  const onClick = (event: Event): void => {
    if ((event.target as Element).closest('button') !== null) setOpen(false)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape inside of the box closes it
    <div class="menu" ref={host} onKeyDown={onKeyDown}>
      <button
        type="button"
        class="icon-button"
        aria-label={label}
        title={label}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name={icon} />
      </button>
      {isOpen && (
        // biome-ignore lint/a11y/noStaticElementInteractions: clicks on the buttons inside close the box
        // biome-ignore lint/a11y/useKeyWithClickEvents: keys click the buttons
        <div class="menu-box" onClick={onClick}>
          {children}
        </div>
      )}
    </div>
  )
}
