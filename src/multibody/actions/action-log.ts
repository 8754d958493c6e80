/** Log entry of a command of a program. */
export interface ActionRecord {
  /** [s] */
  readonly time: number
  /** The command as written in the program. */
  readonly command: string
  /** Name of the program, or of the member of the model whose condition has become true. */
  readonly by: string
  /** The change. */
  readonly text: string
  /** Kinetic energy that an impulse has removed [J]. */
  readonly lostEnergy?: number
}

/** A line of the log. */
export function printRecord({ command, by, text, lostEnergy }: ActionRecord): string {
  const loss = lostEnergy === undefined ? '' : `, ${lostEnergy.toPrecision(6)} J are lost`
  return `${text}${loss} (${by}: ${command})`
}
