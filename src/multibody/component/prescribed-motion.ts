/**
 * Motions that records prescribe by the key `motion`. An axis gets the variables of a joint with flange:
 *
 *   rev.phi = the expression,   rev.w = der(rev.phi),   rev.a = der(rev.w)
 *
 * and the equations of motion determine its force `rev.tau`, as for a flange whose motion is prescribed.
 */
import { InputError } from '../../base/index.ts'
import { type EquationsNode, equations, type RecordVariable, Var } from '../../model/index.ts'
import { type DeclaredPart, joinPath } from '../parts/index.ts'
import {
  type FlangeVariables,
  JOINTS,
  listFlangeVariables,
  listMotionAxes,
  markMotion,
  readMotion,
} from '../parts/joints/index.ts'

/** Variables and equations of a record that prescribes its motion. */
export interface PrescribedMotion {
  readonly variables: readonly RecordVariable[]
  readonly equations: readonly EquationsNode[]
  /** Keys of the record without the expressions; undefined: removed. */
  readonly changed: Readonly<Record<string, unknown>>
}

/** Takes the prescribed motion out of a record of the 3D model at `root`. */
export function takeMotion(root: string, { path, record }: DeclaredPart): PrescribedMotion {
  const fullPath = joinPath(root, path)
  const kinds = JOINTS.get(record.kind)?.axes
  const given = readMotion(fullPath, record, kinds)
  const names = listFlangeVariables(listMotionAxes(record, kinds))
  const variables: RecordVariable[] = given.vectors.map(({ name, value }) => ({
    ...{ path, name },
    declaration: Var({ unit: name === 'translation' ? 'm' : 'rad', start: [0, 0, 0], value }),
  }))
  const lines: string[] = []
  given.axes.forEach((axis, k) => {
    if (axis === null) return
    const { position, velocity, acceleration, force } = names[k]
    assertNoForce(fullPath, record, names[k])
    const [ofPosition, ofForce] = names[k].isAngle ? ['rad', 'N.m'] : ['m', 'N']
    const isExpression = 'own' in axis && typeof axis.own !== 'number'
    const own = isExpression ? { value: axis.own } : {}
    variables.push(
      { path, name: position, declaration: Var({ unit: ofPosition, ...own }) },
      { path, name: velocity, declaration: Var({ unit: `${ofPosition}/s` }) },
      { path, name: acceleration, declaration: Var({ unit: `${ofPosition}/s2` }) },
      { path, name: force, declaration: Var({ unit: ofForce }) },
    )
    if (!isExpression)
      lines.push(
        `${path}.${position} = ${'own' in axis ? String(axis.own) : `${path}.${axis.vector}[${axis.index}]`}`,
      )
    lines.push(`${path}.${velocity} = der(${path}.${position})`)
    lines.push(`${path}.${acceleration} = der(${path}.${velocity})`)
  })
  const text = [lines.join('\n')]
  return {
    variables,
    equations: [equations(Object.assign(text, { raw: text }))],
    changed: markMotion(record, given),
  }
}

/** The force of a prescribed motion is a result. */
function assertNoForce(path: string, record: DeclaredPart['record'], { isAngle }: FlangeVariables): void {
  const key = isAngle ? 'tau' : 'f'
  const value = (record as unknown as Readonly<Record<string, unknown>>)[key]
  if (value !== undefined)
    throw new InputError(
      `${path}.${key}`,
      'no value, because the force of a prescribed motion is a result',
      value,
    )
}
