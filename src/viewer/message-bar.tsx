import type { JSX } from 'preact'
import { Icon, IconButton } from './controls/index.ts'
import type { ViewerStore } from './store/index.ts'

/** The current error message, until it is dismissed. */
export function MessageBar({ store }: { readonly store: ViewerStore }): JSX.Element {
  const text = store.message.value
  return (
    <div role="alert" class={text === '' ? 'message empty' : 'message'}>
      {text !== '' && (
        <>
          <Icon name="warning" />
          <span>{text}</span>
          <IconButton
            icon="close"
            label="Dismiss"
            onClick={() => {
              store.message.value = ''
            }}
          />
        </>
      )}
    </div>
  )
}
