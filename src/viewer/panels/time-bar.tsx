import { useComputed } from '@preact/signals'
import type { JSX } from 'preact'
import { IconButton } from '../controls/index.ts'
import { printSeconds } from '../data/index.ts'
import { SPEEDS, type ViewerStore } from '../store/index.ts'
import { TimeLine } from './time-line.tsx'

/** Buttons for playback and stepping, time, time line, speed. */
export function TimeBar({ store }: { readonly store: ViewerStore }): JSX.Element {
  const { player } = store
  const isEmpty = store.table.value === null
  const isPlaying = player.isPlaying.value
  const text = useComputed(() => printSeconds(player.time.value, player.duration.value))
  const end = printSeconds(player.range.value[1], player.duration.value)
  return (
    <footer class="time-bar">
      <div class="time-buttons">
        <IconButton
          icon="eventBack"
          label="Previous event"
          onClick={() => player.stepEvent(-1)}
          isDisabled={isEmpty}
          class="wide-only"
        />
        <IconButton
          icon="stepBack"
          label="Previous point"
          onClick={() => player.step(-1)}
          isDisabled={isEmpty}
        />
        <IconButton
          icon={isPlaying ? 'pause' : 'play'}
          label={isPlaying ? 'Pause' : 'Play'}
          onClick={() => player.toggle()}
          isDisabled={isEmpty}
          class="play-button"
        />
        <IconButton
          icon="stepForward"
          label="Next point"
          onClick={() => player.step(1)}
          isDisabled={isEmpty}
        />
        <IconButton
          icon="eventForward"
          label="Next event"
          onClick={() => player.stepEvent(1)}
          isDisabled={isEmpty}
          class="wide-only"
        />
      </div>
      <TimeLine store={store} />
      <div class="time-text" style={{ minWidth: `${2 * end.length + 5}ch` }}>
        <span class="time-now">{text}</span>
        <span class="time-end"> / {end} s</span>
      </div>
      <div class="time-options">
        <select
          aria-label="Speed"
          title="Speed"
          value={String(player.speed.value)}
          onChange={(event) => {
            player.speed.value = Number(event.currentTarget.value)
          }}
        >
          {SPEEDS.map((speed) => (
            <option key={speed} value={String(speed)}>
              {speed}×
            </option>
          ))}
        </select>
        <IconButton
          icon="loop"
          label="Loop"
          isPressed={player.isLooping.value}
          onClick={() => {
            player.isLooping.value = !player.isLooping.value
          }}
        />
      </div>
    </footer>
  )
}
