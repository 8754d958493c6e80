/** The time line: current time, events, playback. */
export { TimeBar } from './time-bar.tsx'
