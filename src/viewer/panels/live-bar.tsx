import type { JSX } from 'preact'
import { Icon } from '../controls/index.ts'
import type { ViewerStore } from '../store/index.ts'

const PHASES = { running: 'Running', paused: 'Paused', done: 'Done', failed: 'Failed' } as const

/** Controls of a live run: progress, pause, restart, and pending changes of parameters. */
export function LiveBar({ store }: { readonly store: ViewerStore }): JSX.Element | null {
  const live = store.live.value
  const state = store.liveState.value
  if (live === null || state === null) return null
  const { player, edits } = store
  const { length } = edits.list.value
  const isRunning = state.phase === 'running'
  const apply = (type: 'change' | 'restart'): void => {
    live.send({ type, merge: edits.toMerge() })
    // changes in progress may be refused
    if (type === 'restart') edits.clear()
  }
  return (
    <section class={`live-bar ${state.phase}`} aria-label="Running simulation">
      <span class="live-dot" />
      <span role="status">{PHASES[state.phase]}</span>
      <progress aria-label="Progress" value={state.part} max={1} />
      {(isRunning || state.phase === 'paused') && (
        <button
          type="button"
          class="text-button"
          onClick={() => live.send({ type: isRunning ? 'pause' : 'resume' })}
        >
          <Icon name={isRunning ? 'pause' : 'play'} /> {isRunning ? 'Pause run' : 'Resume run'}
        </button>
      )}
      <button type="button" class="text-button" onClick={() => live.send({ type: 'restart' })}>
        <Icon name="restart" /> Restart
      </button>
      <button
        type="button"
        class="text-button"
        aria-pressed={player.isFollowing.value}
        onClick={() => {
          if (player.isFollowing.value) player.isFollowing.value = false
          else player.followEnd()
        }}
      >
        <Icon name="follow" /> Follow
      </button>
      {length > 0 && (
        <>
          <span class="live-edits">
            {length} {length === 1 ? 'change' : 'changes'}
          </span>
          {state.phase !== 'done' && (
            <button type="button" class="text-button primary" onClick={() => apply('change')}>
              Apply now
            </button>
          )}
          <button type="button" class="text-button primary" onClick={() => apply('restart')}>
            Restart with changes
          </button>
          <button type="button" class="text-button" onClick={() => edits.clear()}>
            Discard
          </button>
        </>
      )}
      {state.message !== undefined && (
        <span class="live-message" role="alert">
          {state.message}
        </span>
      )}
    </section>
  )
}
