/** Newton steps on the features that touch, to full accuracy. */
export { PolishWorkspace, polish } from './polish.ts'
