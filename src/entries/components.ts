/**
 * `vario/components`: what authors of components need whose equations call methods of a memory of their own, as 3D
 * worlds and rods with a changing number of states do.
 */
export type {
  ComponentEvent,
  ComponentMemory,
  EventIndicators,
  MemoryIsland,
  SegmentContext,
  VariantResult,
  VariantState,
} from '../simulation/index.ts'
