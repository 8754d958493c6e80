/** Counts arrays that are allocated: exact and repeatable, other than bytes on the heap. */

const METHODS = ['slice', 'subarray', 'map', 'filter'] as const

/** Calls `run`, and counts the `Float64Array`s that are made in it, views included. */
export function countArrays<T>(run: () => T): { result: T; arrays: number } {
  const Original = Float64Array
  const prototype = Original.prototype as unknown as Record<string, (...args: unknown[]) => unknown>
  const methods = METHODS.map((name) => [name, prototype[name]] as const)
  let arrays = 0
  globalThis.Float64Array = new Proxy(Original, {
    construct(target, args, newTarget) {
      arrays++
      return Reflect.construct(target, args, newTarget)
    },
  })
  for (const [name, method] of methods) {
    prototype[name] = function (this: unknown, ...args: unknown[]) {
      arrays++
      return method.apply(this, args)
    }
  }
  try {
    return { result: run(), arrays }
  } finally {
    globalThis.Float64Array = Original
    for (const [name, method] of methods) prototype[name] = method
  }
}
