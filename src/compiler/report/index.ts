/** What the compiler has made of a model, for those who look at it: data and text. */
export { printTranslation } from './print-translation.ts'
export { reportTranslation } from './report-translation.ts'
export type { TranslationReport } from './translation-report.ts'
