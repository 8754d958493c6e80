/** The time line: where one is, what happens when, and how it plays. */
export { TimeBar } from './time-bar.tsx'
