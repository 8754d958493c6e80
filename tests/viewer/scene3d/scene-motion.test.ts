import { expect, test } from 'vitest'
import { SignalTable } from '../../../src/results/index.ts'
import { isSameData, SceneMotion } from '../../../src/viewer/scene3d/motion/index.ts'
import { createScene, createTable } from './tables.ts'

test('objects of a scene have the poses of the result; those without motion are omitted', () => {
  const table = createTable([0, 2], {
    world: [{ r: [0, 0, 0] }, { r: [0, 0, 0] }],
    'robot.arm': [{ r: [1, 2, 3] }, { r: [3, 2, 1] }],
  })
  const motion = new SceneMotion(createScene(['world', 'robot.arm', 'unknown']), table)
  expect(motion.paths).toEqual(['world', 'robot.arm'])
  expect([motion.startTime, motion.endTime]).toEqual([0, 2])
  expect(motion.indexOf('unknown')).toBe(-1)
  motion.setTime(1.5)
  expect(Array.from(motion.positions)).toEqual([0, 0, 0, 2.5, 2, 1.5])
  expect(Array.from(motion.exists)).toEqual([1, 1])
})

test('constants of a result are poses that never change', () => {
  const table = new SignalTable({})
  table.addTime({ values: Float64Array.of(0, 1) })
  table.addConstant({ name: 'a.r_abs', unit: 'm', size: [3], value: [1, 2, 3] })
  table.addConstant({ name: 'a.q_abs', size: [4], value: [0, 0, 1, 0] })
  const motion = new SceneMotion(createScene(['a']), table)
  for (const t of [0, 0.5, 1]) {
    motion.setTime(t)
    expect(Array.from(motion.positions)).toEqual([1, 2, 3])
    expect(Array.from(motion.quaternions)).toEqual([0, 0, 1, 0])
    expect(motion.exists[0]).toBe(1)
  }
})

test('signals of another size are rejected', () => {
  const table = new SignalTable({})
  table.addTime({ values: Float64Array.of(0) })
  table.add({ name: 'a.r_abs', size: [2], values: Float64Array.of(0, 0) })
  table.add({ name: 'a.q_abs', size: [4], values: Float64Array.of(0, 0, 0, 1) })
  expect(() => new SceneMotion(createScene(['a']), table)).toThrow('a.r_abs: expected three elements')
})

test('scenes are equal if all their data are', () => {
  const mesh = (x: number) => ({
    ...createScene(['a']),
    extra: Float64Array.of(1, x),
    list: [x, { y: null }],
  })
  expect(isSameData(mesh(2), mesh(2))).toBe(true)
  expect(isSameData(mesh(2), mesh(3))).toBe(false)
  expect(isSameData(createScene(['a']), createScene(['b']))).toBe(false)
  expect(isSameData(createScene(['a']), createScene(['a', 'b']))).toBe(false)
  expect(isSameData({ a: 1 }, { a: 1, b: 2 })).toBe(false)
  expect(isSameData({ a: undefined }, { b: undefined })).toBe(false)
  expect(isSameData([1, 2], Float64Array.of(1, 2))).toBe(true)
  expect(isSameData({ x: [] }, { x: null })).toBe(false)
})
