/** Pictures of studies and fits. */
export { findParetoFront, type Goal } from './pareto-front.ts'
export { type FitPictureOptions, plotFit } from './plot-fit.ts'
export {
  plotStudy,
  STUDY_PICTURES,
  type StudyPicture,
  type StudyPictureOptions,
} from './plot-study.ts'
