/** Force elements, constraints and sensors between objects. Each kind is one definition. */
export { checkElement, createElement, ELEMENTS, isElementRecord } from './elements.ts'
