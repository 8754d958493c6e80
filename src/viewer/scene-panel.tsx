import { effect, useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { IconButton, Menu } from './controls/index.ts'
import type { SceneView } from './scene3d/index.ts'
import type { CameraPreset } from './scene3d/stage/index.ts'
import { explainError, SCENE_TOGGLES, type SceneToggle, type ViewerStore } from './store/index.ts'

const PRESETS: readonly (readonly [CameraPreset, string])[] = [
  ['default', 'Default view'],
  ['fit', 'Fit'],
  ['front', 'Front'],
  ['back', 'Back'],
  ['left', 'Left'],
  ['right', 'Right'],
  ['top', 'Top'],
  ['bottom', 'Bottom'],
]

/** The 3D picture with its buttons. three.js is loaded with the first model that has a scene. */
export function ScenePanel({ store }: { readonly store: ViewerStore }): JSX.Element {
  const host = useRef<HTMLDivElement>(null)
  const problem = useSignal('')
  // apply now, so that no picture is drawn without it
  useLayoutEffect(() => {
    let stop = (): void => {}
    let isGone = false
    import('./scene3d/index.ts')
      .then(({ SceneView }) => {
        if (isGone) return
        const view = new SceneView(host.current!, {
          theme: store.settings.shownTheme.peek(),
          onPick: (path) => {
            store.selection.value = path ?? ''
          },
          onFollow: (path) => {
            store.followed.value = path ?? ''
          },
          onFrame: () => {
            store.hasPicture.value = true
          },
          onReduce: (isReduced) => {
            store.isReduced.value = isReduced
          },
        })
        store.sceneView.value = view
        const stops = connect(view, store)
        stop = () => {
          for (const end of stops) end()
          store.sceneView.value = null
          view.dispose()
        }
      })
      .catch((error: unknown) => {
        problem.value = explainError(error)
        store.hasPicture.value = true
      })
    return () => {
      isGone = true
      stop()
    }
  }, [store, problem])

  return (
    <section class="scene" aria-label="3D view">
      <div class="scene-host" ref={host} />
      {problem.value !== '' && <p class="scene-problem">{problem.value}</p>}
      <SceneTools store={store} />
      {store.followed.value !== '' && (
        <button
          type="button"
          class="followed"
          onClick={() => {
            store.followed.value = ''
          }}
        >
          Following {store.followed.value} ×
        </button>
      )}
    </section>
  )
}

/** The buttons of the 3D picture. */
function SceneTools({ store }: { readonly store: ViewerStore }): JSX.Element {
  const options = store.settings.scene.value
  return (
    <div class="scene-tools" role="toolbar" aria-label="3D view">
      <IconButton icon="fit" label="Fit all" onClick={() => store.sceneView.value?.setCamera('fit')} />
      <Menu icon="view" label="Camera">
        {PRESETS.map(([preset, title]) => (
          <button
            key={preset}
            type="button"
            class="menu-item"
            onClick={() => store.sceneView.value?.setCamera(preset)}
          >
            {title}
          </button>
        ))}
      </Menu>
      <Menu icon="layers" label="Display options">
        {(Object.entries(SCENE_TOGGLES) as [SceneToggle, string][]).map(([name, title]) => (
          <label key={name} class="menu-item">
            <input
              type="checkbox"
              checked={options[name]}
              onChange={() => store.settings.toggleScene(name)}
            />
            {title}
          </label>
        ))}
        {store.isReduced.value && <p class="menu-note">Slow graphics: reduced detail during motion.</p>}
      </Menu>
      <IconButton
        icon="camera"
        label="Save a picture"
        onClick={() => void savePicture(store.sceneView.value)}
      />
    </div>
  )
}

/** Synchronizes the view with the store; each picture updates the time without rendering components again. */
function connect(view: SceneView, store: ViewerStore): (() => void)[] {
  return [
    effect(() => {
      const scene = store.scene.value
      const table = store.table.value
      if (scene !== null && table !== null) view.show(scene, table)
      view.setTime(store.player.time.peek())
    }),
    effect(() => view.setTime(store.player.time.value)),
    effect(() => view.setOptions({ ...store.settings.scene.value, theme: store.settings.shownTheme.value })),
    effect(() => view.select(store.selection.value === '' ? null : store.selection.value)),
    effect(() => {
      const path = store.followed.value === '' ? null : store.followed.value
      // a choice of the view itself must not count as a choice of the user
      if (path !== view.followed) view.follow(path)
    }),
  ]
}

async function savePicture(view: SceneView | null): Promise<void> {
  if (view === null) return
  const address = URL.createObjectURL(await view.screenshot())
  const link = document.createElement('a')
  link.href = address
  link.download = 'vario.png'
  link.click()
  URL.revokeObjectURL(address)
}
