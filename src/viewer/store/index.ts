/** The state of a viewer: displayed result, time, selection, diagrams, settings. */
export type { Diagram } from './diagrams.ts'
export { SPEEDS } from './player.ts'
export { SCENE_TOGGLES, type SceneToggle } from './settings.ts'
export { type Panel, ViewerStore } from './viewer-store.ts'
