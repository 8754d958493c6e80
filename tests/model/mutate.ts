/** Random changes of values read from JSON. */

/** Replacements of a part: types that are easily confused, and numbers at the limits. */
const REPLACEMENTS: readonly unknown[] = [
  ...[null, true, false, 0, 1, -1, 0.5, 1e-300, 1e300, 3, '', 'x', 'time', 'der(x) = 1', 'degC', 'NaN'],
  ...[
    [],
    {},
    [1, 2],
    [[1, 2], [3]],
    [null],
    { a: 1 },
    { _class: 'Var' },
    { _class: 'Model' },
    { _class: 'X' },
  ],
  ...[
    { _expr: 'a + 1' },
    { _expr: '' },
    { _value: 3, _unit: 'm' },
    { _value: null, _unit: null },
    { _function: 'f' },
  ],
  ...[
    { _number: 'NaN' },
    { _number: 'Infinity' },
    { _array: 'Float64Array', values: [1, null] },
    { _record: null },
  ],
]

type Part = { container: Record<string, unknown> | unknown[]; key: string | number }

/** A changed copy of `json`: parts are replaced, deleted, renamed, exchanged or doubled. */
export function mutate(json: unknown, random: () => number): unknown {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]
  const root = { root: JSON.parse(JSON.stringify(json)) as unknown }
  const nChange = 1 + Math.floor(random() * 2)
  for (let k = 0; k < nChange; k++) {
    const parts = collectParts(root)
    const { container, key } = pick(parts)
    const other = pick(parts)
    const map = container as Record<string | number, unknown>
    switch (pick(['replace', 'replace', 'replace', 'delete', 'rename', 'exchange', 'number', 'text'])) {
      case 'replace':
        map[key] = structuredClone(pick(REPLACEMENTS))
        break
      case 'delete':
        if (Array.isArray(container)) container.splice(key as number, 1)
        else if (key !== 'root') delete map[key]
        break
      case 'rename':
        if (!Array.isArray(container) && key !== 'root') {
          map[
            pick(['constructor', 'x', 'equations', 'connect', 'unit', 'init', '_class', 'build', 'toString'])
          ] = map[key]
          delete map[key]
        }
        break
      case 'exchange': {
        const from = (other.container as Record<string | number, unknown>)[other.key]
        map[key] = structuredClone(from)
        break
      }
      case 'number':
        if (typeof map[key] === 'number') map[key] = (map[key] as number) * pick([-1, 0, 1e6, 1e-6, 1e12])
        break
      default:
        if (typeof map[key] === 'string') map[key] = changeText(map[key] as string, random)
    }
  }
  return root.root
}

/** A text with some characters exchanged, deleted or doubled. */
export function changeText(text: string, random: () => number): string {
  const characters = [...text]
  const nChange = 1 + Math.floor(random() * 3)
  for (let k = 0; k < nChange; k++) {
    const i = Math.floor(random() * (characters.length + 1))
    const signs = [
      ...'()[]=+-*/^.,;:<>!&|?0123456789eEdxytu\'"\\$ {} \n_',
      'der',
      'if',
      'then',
      'for',
      'end',
      'pre',
      ' in ',
      'µ',
      '\u2028',
    ]
    const sign = signs[Math.floor(random() * signs.length)]
    const kind = random()
    if (kind < 0.4) characters.splice(i, 1, sign)
    else if (kind < 0.7) characters.splice(i, 0, sign)
    else characters.splice(i, 1)
  }
  return characters.join('')
}

function collectParts(root: Record<string, unknown>): Part[] {
  const parts: Part[] = []
  const visit = (container: Record<string, unknown> | unknown[]): void => {
    for (const key of Array.isArray(container) ? container.keys() : Object.keys(container)) {
      parts.push({ container, key })
      const value = (container as Record<string | number, unknown>)[key]
      if (typeof value === 'object' && value !== null) visit(value as Record<string, unknown>)
    }
  }
  visit(root)
  return parts
}
