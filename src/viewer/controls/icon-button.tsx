import type { JSX } from 'preact'
import { Icon, type IconName } from './icon.tsx'

interface IconButtonProps {
  readonly icon: IconName
  /** Name for screen readers and tooltip. */
  readonly label: string
  readonly onClick: () => void
  /** For a toggle button: true while it is on. */
  readonly isPressed?: boolean
  readonly isDisabled?: boolean
  readonly class?: string
}

/** A button with an icon. */
export function IconButton({
  icon,
  label,
  onClick,
  isPressed,
  isDisabled,
  class: more = '',
}: IconButtonProps): JSX.Element {
  return (
    <button
      type="button"
      class={`icon-button ${more}`}
      aria-label={label}
      title={label}
      aria-pressed={isPressed}
      disabled={isDisabled}
      onClick={onClick}
    >
      <Icon name={icon} />
    </button>
  )
}
