/** Axes of enumerations. */
import { type Curve, createNameTicks } from '../../results/index.ts'

/** Marks of an axis between two values, and their texts, as uPlot asks for them. */
interface NameMarks {
  readonly splits: (plot: unknown, axis: number, min: number, max: number) => number[]
  readonly values: (plot: unknown, splits: number[]) => string[]
}

/** The names of the values of an axis on which all curves show the same enumeration. */
export function namesOfAxis(
  curves: readonly Curve[],
  axisOfCurve: readonly number[],
  axis: number,
): readonly string[] | undefined {
  const shown = curves.filter((_, i) => axisOfCurve[i] === axis)
  return createNameTicks({ min: 0, max: 0 }, shown) && shown[0].valueNames
}

/** Names as marks of an axis; else those of uPlot. */
export function createNameMarks(valueNames: readonly string[] | undefined): NameMarks | undefined {
  return (
    valueNames && {
      splits: (_plot, _axis, min, max) => [...createNameTicks({ min, max }, [{ valueNames }])!.values],
      values: (_plot, splits) => splits.map((value) => valueNames[value - 1]),
    }
  )
}
