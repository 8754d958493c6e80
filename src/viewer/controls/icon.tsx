import type { JSX } from 'preact'

/** Paths in a square of 24 by 24; strokes unless filled. */
const PATHS = {
  play: 'M7 4.5v15l12-7.5z',
  pause: 'M8 5v14M16 5v14',
  stepBack: 'M18 6l-8 6 8 6zM6 6v12',
  stepForward: 'M6 6l8 6-8 6zM18 6v12',
  eventBack: 'M19 7l-6 5 6 5zM12 7l-6 5 6 5z',
  eventForward: 'M5 7l6 5-6 5zM12 7l6 5-6 5z',
  loop: 'M17 3l3 3-3 3M4 11V9a3 3 0 0 1 3-3h13M7 21l-3-3 3-3M20 13v2a3 3 0 0 1-3 3H4',
  open: 'M3 19V6a1 1 0 0 1 1-1h5l2 3h8a1 1 0 0 1 1 1v2M3 19l3-8h16l-3 8z',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M5 19l2-2M17 7l2-2',
  moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z',
  help: 'M9 9a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.2-1.5 2.4M12 17.5v.5M12 2.5a9.5 9.5 0 1 0 0 19 9.5 9.5 0 0 0 0-19z',
  close: 'M6 6l12 12M18 6L6 18',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  fit: 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5',
  camera: 'M4 8h3l2-3h6l2 3h3v11H4zM12 10.5a3 3 0 1 0 0 6 3 3 0 0 0 0-6z',
  view: 'M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z',
  layers: 'M12 3l9 5-9 5-9-5zM3 12.5l9 5 9-5M3 17l9 5 9-5',
  follow: 'M12 2v5M12 17v5M2 12h5M17 12h5M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z',
  chevron: 'M9 5l7 7-7 7',
  chart: 'M4 4v16h16M7 15l4-5 3 3 5-7',
  body: 'M12 2.5l8.5 4.8v9.4L12 21.5l-8.5-4.8V7.3zM3.5 7.3L12 12l8.5-4.7M12 12v9.5',
  object: 'M5 19V5M5 19h14M5 19l6-6',
  joint: 'M8 8a4 4 0 1 1 5.5 5.5M14.5 14.5L20 20M12 12l-8 8',
  component: 'M5 5h14v14H5zM2 9h3M2 15h3M19 12h3',
  model: 'M4 4h7v7H4zM13 13h7v7h-7zM7.5 11v5.5H13',
  log: 'M5 4h14v16H5zM8 8h8M8 12h8M8 16h5',
  info: 'M12 11v6M12 7v.5M12 2.5a9.5 9.5 0 1 0 0 19 9.5 9.5 0 0 0 0-19z',
  warning: 'M12 3l10 18H2zM12 10v5M12 17.5v.5',
  scene: 'M12 2.5l8.5 4.8v9.4L12 21.5l-8.5-4.8V7.3zM3.5 7.3L12 12l8.5-4.7M12 12v9.5',
  search: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.5 15.5L21 21',
  restart: 'M5 5v5h5M5.5 10A7.5 7.5 0 1 1 5 14',
  left: 'M4 4h16v16H4zM10 4v16',
  right: 'M4 4h16v16H4zM14 4v16',
} as const

/** Name of an icon. */
export type IconName = keyof typeof PATHS

const FILLED: readonly IconName[] = ['play', 'stepBack', 'stepForward', 'eventBack', 'eventForward']

/** A small picture beside a text, or in a button with a name. */
export function Icon({ name }: { readonly name: IconName }): JSX.Element {
  return (
    <svg class={FILLED.includes(name) ? 'icon filled' : 'icon'} viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  )
}
