/** Panels: components, signals, log, properties of the result, live controls, the time line; help. */
export { HelpDialog } from './help-dialog.tsx'
export { InfoPanel } from './info-panel.tsx'
export { LiveBar } from './live-bar.tsx'
export { LogPanel } from './log-panel.tsx'
export { ModelPanel } from './model-panel.tsx'
export { SignalPanel } from './signal-panel.tsx'
export { TimeBar } from './time-bar.tsx'
