/**
 * Lists the full names that `name` may mean where the member `from` is declared, from the inside outwards: `a.b.name`,
 * `a.name` and `name` for the member `a.b.c`.
 */
export function listScopes(from: string, name: string): string[] {
  const names: string[] = []
  let scope = from
  do {
    scope = scope.slice(0, Math.max(0, scope.lastIndexOf('.')))
    names.push(scope === '' ? name : `${scope}.${name}`)
  } while (scope !== '')
  return names
}
