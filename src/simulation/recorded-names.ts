/** The names under which the variables of a model are in its results. */
import { parseUnit } from '../base/index.ts'
import type { Translation } from '../compiler/index.ts'
import type { SignalTable } from '../results/index.ts'
import type { RecordChoice } from './runtime/index.ts'
import { derivativeUnit, signalName } from './signal-names.ts'

/** A name, and whether its values are the negative ones of its variable. */
export interface SignedName {
  readonly name: string
  readonly sign: 1 | -1
}

const NONE: readonly SignedName[] = []

/** Selects the recorded variables of a translation, and adds their aliases to tables. It does not know the run. */
export class RecordedNames {
  private readonly aliasesOf = new Map<string, SignedName[]>()
  /** Units of variables that have none, from their aliases. */
  private readonly unitOfAlias = new Map<string, string>()
  /** Recorded name of a variable of the translated equations: the variable itself, or an alias. */
  private readonly recordedAs = new Map<string, SignedName>()

  constructor(
    private readonly translation: Translation,
    private readonly choice: RecordChoice,
  ) {
    const { aliases, model } = translation
    for (const [alias, { name, sign }] of aliases) {
      if (name === null) continue
      const unit = model.variables.get(alias)?.unit
      if (unit !== undefined && !this.unitOfAlias.has(name)) this.unitOfAlias.set(name, unit)
      const list = this.aliasesOf.get(name)
      if (list) list.push({ name: alias, sign })
      else this.aliasesOf.set(name, [{ name: alias, sign }])
    }
  }

  get model(): Translation['model'] {
    return this.translation.model
  }

  /**
   * The name under which a variable is recorded, its own, or if that is hidden or not selected, that of an alias; and
   * the aliases with different values. undefined: none is selected.
   */
  show(
    name: string,
    isIntegrated: boolean,
  ): { readonly shown: SignedName; readonly others: readonly SignedName[] } | undefined {
    const aliases = this.aliasesOf.get(name) ?? NONE
    const own: SignedName = { name, sign: 1 }
    const shown =
      (isIntegrated || !isHidden(this.translation, name)) && this.choice.has(signalName(name))
        ? own
        : aliases.find((alias) => this.isWanted(alias.name))
    if (shown === undefined) return undefined
    this.recordedAs.set(name, shown)
    const others = aliases.filter((alias) => this.hasOtherScale(alias.name, shown.name))
    return { shown, others }
  }

  /** Adds the selected aliases to a table with the recorded variables. */
  addAliases(table: SignalTable): void {
    for (const [name, alias] of this.translation.aliases) {
      if (!this.isWanted(name)) continue
      if (alias.name === null) {
        table.addConstant({ name: signalName(name), unit: this.unitOf(name), value: 0 })
        continue
      }
      const shown = this.recordedAs.get(alias.name)
      if (!shown || shown.name === name || table.has(signalName(name))) continue
      const of = signalName(shown.name)
      table.addAlias({ name: signalName(name), of, negated: alias.sign * shown.sign < 0 })
    }
  }

  /** Unit of a variable, or of a variable that is equal to it. */
  unitOf(name: string): string {
    if (name.startsWith('der('))
      return this.unitOfAlias.get(name) ?? derivativeUnit(this.unitOf(name.slice(4, -1)))
    return this.model.variables.get(name)?.unit ?? this.unitOfAlias.get(name) ?? ''
  }

  private isWanted(name: string): boolean {
    return !isHidden(this.translation, name) && this.choice.has(signalName(name))
  }

  /** True for a selected alias with different values: the same quantity in another unit. */
  private hasOtherScale(alias: string, shown: string): boolean {
    if (alias === shown) return false
    const declared = this.model.variables.get(alias)?.unit
    return declared !== undefined && this.isWanted(alias) && isOtherScale(declared, this.unitOf(shown))
  }
}

/** True if the same number means different values in the two units. */
function isOtherScale(unit: string, other: string): boolean {
  const [a, b] = [parseUnit(unit), parseUnit(other)]
  return a.factor !== b.factor || a.offset !== b.offset
}

/** True for a name that results do not have. */
export function isHidden(translation: Translation, name: string): boolean {
  if (name === 'time' || name.startsWith('pre(') || name.startsWith('$')) return true
  if (name.startsWith('der(')) return isHidden(translation, name.slice(4, -1))
  if (translation.model.parameters.has(name)) return true
  return translation.model.variables.get(name)?.hideResult === true
}
