/** Finds the source text of a name in a model. */
import {
  findDefinition,
  findKey,
  maskText,
  type Place,
  placeAt,
  type Range,
  type SourceFile,
} from './model-text.ts'

/** Maximum number of definitions to follow, so that cycles end. */
const MAX_FOLLOWED = 5

/**
 * The place of a member such as `robot.arm.axis` as deep as the text shows it: `arm` may be written inside of `robot`,
 * or inside of the definition of its component.
 * @param root name of the definition to start from; undefined: any
 */
export function locatePath(
  file: SourceFile,
  path: readonly string[],
  root: string | undefined,
): Place | undefined {
  const masked = maskText(file.text)
  const whole: Range = { start: 0, end: masked.length }
  const rootRange = root === undefined ? undefined : findDefinition(masked, root)
  const keys = path.map((key) => key.replace(/\[[^\]]*\]$/, ''))
  return (
    (rootRange && follow(file, masked, keys, rootRange)) ??
    (rootRange && followDefault(file, masked, keys, rootRange)) ??
    followDefinition(file, masked, keys) ??
    follow(file, masked, keys, whole)
  )
}

/** `experiment.stopTime`: the path starts with a name that the file defines. */
function followDefinition(
  file: SourceFile,
  masked: string,
  [name, ...keys]: readonly string[],
): Place | undefined {
  const definition = findDefinition(masked, name)
  if (definition === undefined) return undefined
  return follow(file, masked, keys, definition) ?? placeAt(file, definition.start - name.length, name.length)
}

/** `export default Pendulum`: the definition of Pendulum. */
function followDefault(
  file: SourceFile,
  masked: string,
  keys: readonly string[],
  range: Range,
): Place | undefined {
  const name = /^\s*([A-Za-z_$][\w$]*)/.exec(masked.slice(range.start, range.end))?.[1]
  const definition = name === undefined ? undefined : findDefinition(masked, name)
  return definition && follow(file, masked, keys, definition)
}

function follow(file: SourceFile, masked: string, keys: readonly string[], from: Range): Place | undefined {
  let range = from
  let place: Place | undefined
  for (const key of keys) {
    const found = findInDefinitions(masked, key, range)
    if (found === undefined) break
    place = placeAt(file, found.key.start, found.key.end - found.key.start)
    range = found.value
  }
  return place
}

/** The key in a range, or in the definition of the component that is the value in this range. */
function findInDefinitions(masked: string, key: string, from: Range): ReturnType<typeof findKey> {
  let range = from
  for (let k = 0; k < MAX_FOLLOWED; k++) {
    const found = findKey(masked, key, range)
    if (found !== undefined) return found
    const name = /^[\s=]*([A-Za-z_$][\w$]*)\s*[(.]/.exec(masked.slice(range.start, range.end))?.[1]
    const definition = name === undefined ? undefined : findDefinition(masked, name)
    if (definition === undefined) return undefined
    range = definition
  }
  return undefined
}

/** An argument of the call of `name` at or after an offset: `axis` of `Revolute(…)`. */
export function locateArgument(
  file: SourceFile,
  name: string,
  keys: readonly string[],
  from: number,
): Place | undefined {
  const masked = maskText(file.text)
  const call = new RegExp(`(?<![\\w$])${name}\\s*\\(`, 'g')
  call.lastIndex = from
  const match = call.exec(masked)
  if (match === null) return undefined
  let depth = 0
  let end = match.index
  for (; end < masked.length; end++) {
    if ('([{'.includes(masked[end])) depth++
    if (')]}'.includes(masked[end]) && --depth === 0) break
  }
  return (
    follow(file, masked, keys, { start: match.index + match[0].length, end }) ??
    placeAt(file, match.index, name.length)
  )
}

/** The place of an equation, with any white space; `offset` characters into it. */
export function locateText(
  file: SourceFile,
  text: string,
  offset = 0,
  length = text.length,
): Place | undefined {
  const wanted = text.replace(/\s/g, '')
  if (wanted === '') return undefined
  const kept: number[] = []
  let dense = ''
  for (let i = 0; i < file.text.length; i++) {
    if (/\s/.test(file.text[i])) continue
    dense += file.text[i]
    kept.push(i)
  }
  const at = dense.indexOf(wanted)
  if (at < 0) return undefined
  const skipped = text.slice(0, offset).replace(/\s/g, '').length
  const start = Math.min(at + skipped, kept.length - 1)
  return placeAt(file, kept[start], length)
}
