import {
  Color,
  DoubleSide,
  Group,
  Mesh,
  PlaneGeometry,
  Quaternion,
  ShaderMaterial,
  ShadowMaterial,
  Vector2,
  Vector3,
} from 'three'
import type { Vector } from '../../../animation/index.ts'
import type { Theme } from './themes.ts'

/** Radius of the visible grid, relative to that of the scene. */
const REACH = 6

/** Approximate number of lines per radius of the scene; their distance is a power of ten of meters. */
const LINES = 4

/** A plane that receives shadows, with a grid that fades away from the scene. */
export class Ground {
  readonly group = new Group()
  readonly #grid: Mesh<PlaneGeometry, ShaderMaterial>
  readonly #shadow: Mesh<PlaneGeometry, ShadowMaterial>
  readonly #up = new Vector3()
  readonly #x = new Vector3()
  readonly #y = new Vector3()
  #height = 0
  #cell = 1

  constructor() {
    const square = new PlaneGeometry(2, 2)
    this.#grid = new Mesh(square, createGridMaterial())
    this.#shadow = new Mesh(square, new ShadowMaterial({ depthWrite: false }))
    this.#shadow.receiveShadow = true
    this.#grid.renderOrder = -1
    this.#shadow.renderOrder = -2
    this.group.add(this.#grid)
  }

  /** Height of the ground: the lowest point of a box in world (smallest and largest x y z), minus a small gap [m]. */
  place(up: Vector, box: Float64Array, radius: number): void {
    this.#up.set(...up).normalize()
    const turn = new Quaternion().setFromUnitVectors(Z, this.#up)
    this.group.quaternion.copy(turn)
    this.#x.set(1, 0, 0).applyQuaternion(turn)
    this.#y.set(0, 1, 0).applyQuaternion(turn)
    let lowest = 0
    for (let c = 0; c < 3; c++) {
      const u = this.#up.getComponent(c)
      lowest += Math.min(u * box[c], u * box[3 + c])
    }
    this.#height = lowest - 2e-3 * radius
    this.#cell = 10 ** Math.round(Math.log10(radius / LINES))
    const { uniforms } = this.#grid.material
    uniforms.cell.value = this.#cell
    uniforms.reach.value = REACH * radius
    this.group.scale.setScalar(REACH * radius)
  }

  /** Radius of the grid [m]. */
  get reach(): number {
    return this.group.scale.x
  }

  /** Puts the middle of the grid below a place in world [m] (3). */
  update(middle: ArrayLike<number>, origin: Float64Array): void {
    const dot = (a: ArrayLike<number>, u: Vector3): number => a[0] * u.x + a[1] * u.y + a[2] * u.z
    const [x, y] = [dot(middle, this.#x), dot(middle, this.#y)]
    // the place below, relative to the origin of the drawing
    for (let c = 0; c < 3; c++)
      this.group.position.setComponent(
        c,
        x * this.#x.getComponent(c) +
          y * this.#y.getComponent(c) +
          this.#height * this.#up.getComponent(c) -
          origin[c],
      )
    const period = 10 * this.#cell
    const offset = this.#grid.material.uniforms.offset.value as Vector2
    offset.set(x - Math.round(x / period) * period, y - Math.round(y / period) * period)
  }

  /** True if it receives shadows. */
  set shadows(value: boolean) {
    if (value) this.group.add(this.#shadow)
    else this.#shadow.removeFromParent()
  }

  setLook(theme: Theme, isVisible: boolean): void {
    const { uniforms } = this.#grid.material
    ;(uniforms.color.value as Color).set(theme.grid)
    uniforms.opacity.value = theme.gridOpacity
    this.#shadow.material.opacity = theme.shadowOpacity
    this.group.visible = isVisible
  }

  dispose(): void {
    this.#grid.geometry.dispose()
    this.#grid.material.dispose()
    this.#shadow.material.dispose()
  }
}

/** Lines of one pixel at all distances: derivatives of the place give their distance in pixels. */
function createGridMaterial(): ShaderMaterial {
  return new ShaderMaterial({
    transparent: true,
    depthWrite: false,
    side: DoubleSide,
    uniforms: {
      color: { value: new Color() },
      opacity: { value: 0.3 },
      cell: { value: 1 },
      reach: { value: 1 },
      offset: { value: new Vector2() },
    },
    vertexShader: /* glsl */ `
      varying vec2 place;
      void main() {
        place = position.xy;
        gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
      }`,
    fragmentShader: /* glsl */ `
      varying vec2 place;
      uniform vec3 color;
      uniform float opacity, cell, reach;
      uniform vec2 offset;
      float lines(vec2 p) {
        vec2 width = fwidth(p);
        vec2 gap = abs(fract(p - 0.5) - 0.5) / width;
        // lines that are nearer than some pixels to each other vanish
        vec2 strength = (1.0 - min(gap, 1.0)) * (1.0 - smoothstep(0.1, 0.35, width));
        return max(strength.x, strength.y);
      }
      void main() {
        vec2 p = (place * reach + offset) / cell;
        float fade = 1.0 - smoothstep(0.25, 1.0, length(place));
        float strength = max(0.45 * lines(p), lines(p / 10.0));
        gl_FragColor = vec4(color, opacity * fade * strength);
        if (gl_FragColor.a < 0.004) discard;
        #include <colorspace_fragment>
      }`,
  })
}

const Z = new Vector3(0, 0, 1)
