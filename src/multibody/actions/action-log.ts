/** What actions have done. */
export interface ActionRecord {
  /** [s] */
  readonly time: number
  /** The command as the program gave it. */
  readonly command: string
  /** Name of the program, or of the member of the model whose condition has become true. */
  readonly by: string
  /** What has happened. */
  readonly text: string
  /** Energy that an impulse has taken out of the motion [J]. */
  readonly lostEnergy?: number
}

/** A line of the log. */
export function printRecord({ command, by, text, lostEnergy }: ActionRecord): string {
  const loss = lostEnergy === undefined ? '' : `, ${lostEnergy.toPrecision(6)} J are lost`
  return `${text}${loss} (${by}: ${command})`
}
