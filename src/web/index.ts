/** Studies in a browser: their runs on Web Workers. */
export { study } from './study.ts'
