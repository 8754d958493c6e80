/** The state of a viewer: what is shown, time, selection, diagrams, settings. */
export { type Diagram, Diagrams } from './diagrams.ts'
export { type Edit, Edits } from './edits.ts'
export { Player, SPEEDS } from './player.ts'
export { SCENE_TOGGLES, type SceneToggle, Settings, type Theme } from './settings.ts'
export { type Panel, type ShowEntry, ViewerStore } from './viewer-store.ts'
