/** Variables declared by their use in equations. */
import { collectNames, type Expr, visitExpr } from '../../symbolic/index.ts'
import { isPar } from '../nodes.ts'
import { REFUSED } from '../normalize-member.ts'
import type { PlainBlock, PlainStatement } from '../statements/index.ts'
import { childrenOf, type Instance } from './instance.ts'
import { hasFirstName } from './lookup.ts'
import { modelError } from './model-error.ts'
import { isGlobalName } from './resolve.ts'

/**
 * Declares undeclared plain names in the equations of a component as its variables. An enclosing component may have a
 * parameter of that name; if no equation appears to define the variable, the parameter is meant, which is an error,
 * because equations do not see enclosing components.
 */
export function declareImplicit(instance: Instance): void {
  const uses = instance.blocks.map(usesOf)
  const names = new Set<string>()
  for (const { plain } of uses) {
    for (const [name, statement] of plain) {
      if (isGlobalName(name) || hasFirstName(instance, name)) continue
      if (REFUSED.has(name))
        throw modelError(instance.path, `expected a name for a variable, got '${name}'`, statement.pos)
      if (!uses.some(({ defined }) => defined.has(name))) checkNotEnclosing(instance, name, statement)
      names.add(name)
    }
  }
  if (names.size > 0) instance.implicit = names
  for (const child of childrenOf(instance)) declareImplicit(child)
}

/** Names used in the statements of a block. */
interface Uses {
  /** Names without dots, with the statements that first use them. */
  readonly plain: ReadonlyMap<string, PlainStatement>
  /** Names that an equation defines explicitly. */
  readonly defined: ReadonlySet<string>
}

/** Blocks are shared by all instances of a model. */
const usesOfBlocks = new WeakMap<PlainBlock, Uses>()

function usesOf(block: PlainBlock): Uses {
  const known = usesOfBlocks.get(block)
  if (known !== undefined) return known
  const plain = new Map<string, PlainStatement>()
  const defined = new Set<string>()
  for (const statement of block.statements) {
    collectDefined(statement, defined)
    for (const expr of expressionsOf(statement)) {
      for (const name of collectNames(expr)) {
        if (!name.includes('.') && !plain.has(name)) plain.set(name, statement)
      }
    }
  }
  const uses = { plain, defined }
  usesOfBlocks.set(block, uses)
  return uses
}

function checkNotEnclosing(instance: Instance, name: string, statement: PlainStatement): void {
  const owner = enclosingParameter(instance, name)
  if (owner === null) return
  const where = owner.path === '' ? 'the model' : owner.path
  throw modelError(
    instance.path,
    `expected a known name, got '${name}': it is a parameter of ${where}, which equations of ${instance.path} do not see; ` +
      `declare ${name}: Par(…) here and pass it on with { ${name}: expr\`${name}\` }`,
    statement.pos,
  )
}

/** Innermost enclosing component with a parameter `name`. */
function enclosingParameter(instance: Instance, name: string): Instance | null {
  for (let scope = instance.parent; scope !== null; scope = scope.parent) {
    if (isPar(scope.declarations.get(name))) return scope
  }
  return null
}

/** Adds the names that an equation defines explicitly: alone on one side, differentiated, or set in a `when`. */
function collectDefined(statement: PlainStatement, defined: Set<string>): void {
  const add = (expr: Expr): void => {
    if (expr.kind === 'name') defined.add(expr.name)
    else if (expr.kind === 'index') add(expr.base)
    else if (expr.kind === 'tuple') expr.elements.forEach(add)
  }
  if (statement.kind === 'when') for (const action of statement.body) collectDefined(action, defined)
  if (statement.kind === 'statement') statement.args.slice(0, 1).forEach(add)
  if (statement.kind !== 'equation') return
  for (const side of [statement.left, statement.right]) {
    add(side)
    visitExpr(side, (node) => {
      if (node.kind === 'call' && node.fn === 'der') node.args.forEach(add)
    })
  }
}

/** Expressions of a statement in the order of the text, without the paths of `connect`. */
export function expressionsOf(statement: PlainStatement): Expr[] {
  switch (statement.kind) {
    case 'equation':
      return [statement.left, statement.right]
    case 'when':
      return [statement.condition, ...statement.body.flatMap(expressionsOf)]
    case 'statement':
      return statement.fn === 'connect' ? [] : [...statement.args]
  }
}
