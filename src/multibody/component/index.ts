/**
 * The world as a component of a model: its memory, elements, contacts, islands and actions; values of equations in
 * it.
 */
export { collectRelated, createConstraints } from './create-elements.ts'
export { collectPositions } from './joint-positions.ts'
export { WorldMemory } from './world-memory.ts'
export { createWorldSignals, nameOf, type Signal, type SignalValue } from './world-signals.ts'
