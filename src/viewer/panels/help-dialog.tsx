import type { JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { IconButton } from '../controls/index.ts'

const KEYS: readonly (readonly [keys: string, what: string])[] = [
  ['Space', 'Play or pause'],
  ['← →', 'Previous or next output point'],
  ['Shift + ← →', 'Previous or next event'],
  ['Page up / down', 'Back or forward by a tenth of the time range'],
  ['Home / End', 'Start or end'],
  ['− +', 'Slower or faster'],
  ['L', 'Loop'],
  ['F', 'Fit all'],
  ['1 … 6', 'Camera: front, back, left, right, top, bottom'],
  ['0', 'Camera: default view'],
  ['Z', 'Full time range in the diagrams'],
  ['Esc', 'Clear the selection'],
  ['T', 'Light or dark colors'],
  ['O', 'Open a file'],
  ['?', 'Show this help'],
]
const MOUSE: readonly (readonly [action: string, what: string])[] = [
  ['Drag in the picture', 'Rotate; right button or two fingers: pan; wheel or pinch: zoom'],
  ['Click an object', 'Select it'],
  ['Drag in a diagram', 'Zoom in; double click: full time range; Ctrl + wheel: zoom'],
  ['Click in a diagram', 'Go to that time; touch: slide to move the time, pinch to zoom'],
  ['Drop a file', 'Open it'],
]

/** Keys and gestures. */
export function HelpDialog({ onClose }: { readonly onClose: () => void }): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current!.showModal(), [])
  return (
    <dialog class="help" ref={dialog} aria-labelledby="help-title" onClose={onClose}>
      <header>
        <h2 id="help-title">Keys and gestures</h2>
        <IconButton icon="close" label="Close" onClick={() => dialog.current!.close()} />
      </header>
      <div class="help-body">
        <table>
          <caption>Keys</caption>
          <tbody>
            {KEYS.map(([keys, what]) => (
              <tr key={keys}>
                <th scope="row">
                  <kbd>{keys}</kbd>
                </th>
                <td>{what}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <table>
          <caption>Mouse and touch</caption>
          <tbody>
            {MOUSE.map(([action, what]) => (
              <tr key={action}>
                <th scope="row">{action}</th>
                <td>{what}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </dialog>
  )
}
