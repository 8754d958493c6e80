/** Contacts of a run: event indicators, their list and signals, warnings. */
export { ContactFunctions } from './contact-functions.ts'
export { ContactLog } from './contact-log.ts'
export { ContactRows } from './contact-rows.ts'
export { ContactWarnings } from './contact-warnings.ts'
export { listDrivenApart } from './start-balance.ts'
export { warnOfDropped } from './warn-of-dropped.ts'
export { createWorldRest } from './world-rest.ts'
