/**
 * `vario/components`: for authors of components whose equations call methods of their own memory, as 3D worlds and rods
 * with a changing number of states do.
 */
export type {
  ComponentEvent,
  ComponentMemory,
  EventIndicators,
  MemoryIsland,
  PassedStep,
  SegmentContext,
  VariantResult,
  VariantState,
} from '../simulation/index.ts'
