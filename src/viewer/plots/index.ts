/** Diagrams over time that follow the time line, and over other signals. */
export { PlotsPanel } from './plots-panel.tsx'
