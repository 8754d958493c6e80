/** The translation of a model for users: data and text. */
export { printTranslation } from './print-translation.ts'
export { reportTranslation } from './report-translation.ts'
export type { TranslationReport } from './translation-report.ts'
