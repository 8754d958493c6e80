import type { Signal } from '@preact/signals'
import { ENDINGS, explainError, type ViewerStore } from './store/index.ts'

/** Opens files that the user chooses in a dialog. */
export function pickFiles(store: ViewerStore): void {
  const input = document.createElement('input')
  input.type = 'file'
  input.multiple = true
  input.accept = ENDINGS.join(',')
  input.addEventListener('change', () => void openFiles(store, input.files))
  input.click()
}

/**
 * Opens files dropped on an element; `isDropping` is true while files are dragged over it. Returns a function that
 * removes the listeners.
 */
export function listenToFiles(
  element: HTMLElement,
  store: ViewerStore,
  isDropping: Signal<boolean>,
): () => void {
  const controller = new AbortController()
  const { signal } = controller
  const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false
  element.addEventListener(
    'dragover',
    (event) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      isDropping.value = true
    },
    { signal },
  )
  element.addEventListener(
    'dragleave',
    (event) => {
      if (!element.contains(event.relatedTarget as Node | null)) isDropping.value = false
    },
    { signal },
  )
  element.addEventListener(
    'drop',
    (event) => {
      isDropping.value = false
      if (!hasFiles(event)) return
      event.preventDefault()
      void openFiles(store, event.dataTransfer!.files)
    },
    { signal },
  )
  return () => controller.abort()
}

async function openFiles(store: ViewerStore, files: FileList | null): Promise<void> {
  try {
    const list = [...(files ?? [])]
    const contents = await Promise.all(list.map((file) => file.arrayBuffer()))
    await store.add(list.map(({ name }, i) => ({ name, bytes: new Uint8Array(contents[i]) })))
  } catch (error) {
    store.message.value = `The file cannot be read: ${explainError(error)}`
  }
}
