/** `vario/studies` in a browser: the runs are made by Web Workers. */
export { study } from '../web/index.ts'
export * from './common/index.ts'
