import { extendModel } from './merge.ts'
import { createComponent } from './model.ts'
import { createModelNode } from './nodes.ts'
import type { Component, Members } from './types.ts'

/**
 * A connector that gets its members from its connections: `connect: [['bus.speed', 'sensor.y']]` adds the signal `speed`
 * with the unit of the sensor, and `['bus.battery', 'pack.p']` a connector. Connected buses have the same members; names
 * with dots and subscripts, `bus.wheel[2].speed`, make buses inside of it. Members may be declared, too:
 *
 * ```ts
 * const EngineBus = Bus({ speed: Var({ unit: 'rad/s' }) })
 * ```
 */
export function Bus<M extends Members>(members: M = {} as M): Component<M> {
  return createComponent(createModelNode({ ...extendModel(createModelNode({}), members), _bus: true }))
}
