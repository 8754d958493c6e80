/** Diagrams over time, synchronized with the time line, and over other signals. */
export { PlotsPanel } from './plots-panel.tsx'
