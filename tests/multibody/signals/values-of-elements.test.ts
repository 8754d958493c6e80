/** Values of parts in arrays of components and in lists, chosen by loop variables. */

import {
  equations,
  expr,
  Model,
  modelFromJson,
  modelToJson,
  type SimulateOptions,
  simulate,
  Var,
} from 'vario'
import { MassProperties, Model3D, NoGravityField, Object3D, Revolute, Scene, Solid } from 'vario/multibody'
import { describe, expect, it } from 'vitest'
import { messageOf } from '../../model/support.ts'

const body = () =>
  Object3D({ feature: Solid({ massProperties: MassProperties({ mass: 2, Ixx: 1, Iyy: 1, Izz: 1 }) }) })
const world = Object3D({ feature: Scene({ gravityField: NoGravityField() }) })
/** A rotor with the torque tau and Izz = 1: w = tau t. */
const Cell = Model({
  tau: 1,
  arm: body(),
  rev: Revolute({ obj1: 'world', obj2: 'arm', tau: expr`tau` }),
})
const Rotors = Model3D({ n: 3, world, cells: Cell({ for: { i: expr`1:n` }, tau: expr`i` }) })
const inside = (text: string, members = {}) => Rotors.extend({ ...members, equations: equations(text) })
const outside = (text: string) => Model({ w: Rotors(), equations: equations(text) })
const run = (model: Parameters<typeof simulate>[0], options: Partial<SimulateOptions> = {}) =>
  simulate(modelFromJson(JSON.stringify(modelToJson(model))), { stopTime: 1, tolerance: 1e-8, ...options })
/** The torques are constant: solvers are exact but for rounding, locations of events within 1e-8 s. */
const close = (values: readonly number[]) => values.map((value) => expect.closeTo(value, 7))

describe('values of elements', () => {
  it.each([
    ['for i in 1:n loop y[i] = cells[i].rev.w; end for', [1, 2, 3]],
    ['y = {cells[i].arm.w_abs[3] for i in 1:n}', [1, 2, 3]],
    ['y = {sum(cells[i].rev.w for i in 1:n)}', [6]],
    ['y = {max(cells[i].rev.w for i in 1:n)}', [3]],
    ['y = cells.rev.w', [1, 2, 3]],
    ['y = cells[2:end].rev.w', [2, 3]],
    ['for i in 1:n-1 loop y[i] = cells[i + 1].rev.w - cells[i].rev.w; end for', [1, 1]],
    ['k = if time < 0.5 then 1 else 2; y = {cells[k].rev.w}', [2]],
    ['for i in 1:n loop p[i] = cells[i].arm.r_abs*cells[i].arm.r_abs; end for; y = {p[2]}', [0]],
  ])('%s', (text, values) => {
    for (const solver of ['auto', 'radau5', 'bdf', 'dop853'] as const)
      expect([...run(inside(text), { solver }).finalVector('y')]).toEqual(close(values))
  })

  it('are read outside of the 3D model, and in declarations', () => {
    expect(run(outside('y = sum(w.cells[i].rev.w for i in 1:3)')).final('y')).toBeCloseTo(6, 8)
    expect([...run(outside('for i in 1:3 loop y[i] = w.cells[i].rev.w; end for')).finalVector('y')]).toEqual(
      close([1, 2, 3]),
    )
    expect(run(inside('', { y: Var(expr`sum(cells[i].rev.w for i in 1:3)`) })).final('y')).toBeCloseTo(6, 8)
  })

  it('trigger events for each element', () => {
    const text = `for i in 1:n loop
        when cells[i].rev.w > 1 then
          t[i] = time
          reinit(x[i], 0)
        end when
        der(x[i]) = 1
      end for`
    const result = run(inside(text, { t: Var({ start: [0, 0, 0] }), x: Var({ init: [0, 0, 0] }) }), {
      stopTime: 2,
    })
    expect([...result.finalVector('t')]).toEqual(close([1, 1 / 2, 1 / 3]))
    expect([...result.finalVector('x')]).toEqual(close([1, 3 / 2, 5 / 3]))
  })

  it('follow the number of elements', () => {
    const sum = inside('y = sum(cells[i].rev.w for i in 1:n)')
    for (const [n, y] of [
      [0, 0],
      [1, 1],
      [5, 15],
    ])
      expect(run(sum, { merge: { n } }).final('y')).toBeCloseTo(y, 8)
  })

  it('are those of parts in a list', () => {
    const spin = (i: number, w: number) => Revolute({ obj1: 'world', obj2: `balls[${i}]`, w })
    const List = Model3D({ world, balls: [body(), body()], j1: spin(1, 1), j2: spin(2, 2) })
    const texts = [
      'y = {balls[i].w_abs[3] for i in 1:2}',
      'for i in 1:2 loop y[i] = balls[i].w_abs[3]; end for',
      'y = {balls[1].w_abs[3], balls[2].w_abs[3]}',
    ]
    for (const text of texts)
      expect([...run(List.extend({ equations: equations(text) })).finalVector('y')]).toEqual(close([1, 2]))
    const around = Model({ m: List(), equations: equations`y = sum(m.balls[i].w_abs[3] for i in 1:2)` })
    expect(run(around).final('y')).toBeCloseTo(3, 8)
  })

  it.each([
    ['y = sum(cells[i].rev.ww for i in 1:n)', "cells[1].rev.ww: expected one of phi, w (did you mean 'w'?)"],
    [
      'y = sum(cells[i].rew.w for i in 1:n)',
      "expected a known name, got 'cells[1].rew.w': cells[1] has tau, arm, rev (did you mean 'rev'?)",
    ],
    ['y = sum(cells[i].rev.w for i in 1:n + 1)', "'cells' has the elements 1 to 3, got the subscript 4"],
  ])('%s is refused', (text, message) => {
    expect(messageOf(() => run(inside(text)))).toContain(message)
  })
})
