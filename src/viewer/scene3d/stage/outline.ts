import {
  Color,
  Mesh,
  MeshBasicMaterial,
  type Object3D,
  type PerspectiveCamera,
  PlaneGeometry,
  Scene,
  ShaderMaterial,
  Vector2,
  type WebGLRenderer,
  WebGLRenderTarget,
} from 'three'
import { LineMaterial } from 'three/addons/lines/LineMaterial.js'
import { LineSegments2 } from 'three/addons/lines/LineSegments2.js'
import type { LineSegmentsGeometry } from 'three/addons/lines/LineSegmentsGeometry.js'
import type { SceneMotion } from '../motion/index.ts'
import type { PartSet } from './part-set.ts'
import { placeObject } from './single-part.ts'

/** Width of the outline [CSS pixel]. */
const WIDTH = 2

/** Outlined objects are drawn once more into a mask: red for the selection, green for the object under the pointer. */
const CHANNELS = [0xff0000, 0x00ff00]

/** Outlines of the parts that are selected or under the pointer, also where others hide them. */
export class Outline {
  readonly #mask = new Scene()
  readonly #items: { readonly object: Object3D; readonly part: number }[] = []
  readonly #surface = CHANNELS.map((color) => new MeshBasicMaterial({ color, side: 2, depthTest: false }))
  readonly #lines = CHANNELS.map((color) => new LineMaterial({ color, linewidth: 3, depthTest: false }))
  readonly #quad = new Mesh(new PlaneGeometry(2, 2), createEdgeMaterial())
  readonly #screen = new Scene().add(this.#quad)
  #target: WebGLRenderTarget | undefined

  /** Chooses the outlined parts of a scene. */
  setParts(parts: PartSet, selected: readonly number[], hovered: readonly number[]): void {
    this.clear()
    // draw the selection last
    for (const [channel, list] of [hovered, selected].entries())
      for (const part of list)
        for (const { geometryOf, details, primitive, scale } of parts.geometries[part]) {
          const geometry = geometryOf(details.length - 1)
          const object =
            primitive.mode === 'triangles'
              ? new Mesh(geometry, this.#surface[1 - channel])
              : new LineSegments2(geometry as LineSegmentsGeometry, this.#lines[1 - channel])
          object.scale.set(...scale)
          object.frustumCulled = false
          object.renderOrder = channel
          this.#items.push({ object, part })
          this.#mask.add(object)
        }
  }

  clear(): void {
    this.#mask.clear()
    this.#items.length = 0
  }

  setColors(selection: string, hover: string): void {
    const { uniforms } = this.#quad.material
    ;(uniforms.selection.value as Color).set(selection)
    ;(uniforms.hover.value as Color).set(hover)
  }

  /** Moves outlines to their parts; `scale` is the drawn length of a meter. */
  update(motion: SceneMotion, objects: Int32Array, origin: Float64Array, scale: number): void {
    this.#mask.scale.setScalar(scale)
    for (const { object, part } of this.#items) placeObject(object, motion, objects[part], origin)
  }

  /** Draws outlines over the picture. */
  render(renderer: WebGLRenderer, camera: PerspectiveCamera): void {
    if (this.#items.length === 0) return
    renderer.getDrawingBufferSize(size)
    this.#target ??= new WebGLRenderTarget(size.x, size.y, { depthBuffer: false })
    this.#target.setSize(size.x, size.y)
    for (const material of this.#lines) material.resolution.copy(size)
    renderer.setRenderTarget(this.#target)
    renderer.setClearColor(0x000000, 0)
    renderer.clear()
    renderer.render(this.#mask, camera)
    renderer.setRenderTarget(null)
    const { uniforms } = this.#quad.material
    uniforms.mask.value = this.#target.texture
    ;(uniforms.step.value as Vector2)
      .set(1 / size.x, 1 / size.y)
      .multiplyScalar(WIDTH * renderer.getPixelRatio())
    renderer.render(this.#screen, camera)
  }

  dispose(): void {
    this.clear()
    this.#target?.dispose()
    for (const material of [...this.#surface, ...this.#lines, this.#quad.material]) material.dispose()
    this.#quad.geometry.dispose()
  }
}

/** A pixel belongs to an outline if it is outside of the mask, but some neighbors are inside. */
function createEdgeMaterial(): ShaderMaterial {
  return new ShaderMaterial({
    transparent: true,
    depthTest: false,
    depthWrite: false,
    uniforms: {
      mask: { value: null },
      step: { value: new Vector2() },
      selection: { value: new Color() },
      hover: { value: new Color() },
    },
    vertexShader: /* glsl */ `
      varying vec2 place;
      void main() {
        place = uv;
        gl_Position = vec4(position.xy, 0.0, 1.0);
      }`,
    fragmentShader: /* glsl */ `
      varying vec2 place;
      uniform sampler2D mask;
      uniform vec2 step;
      uniform vec3 selection, hover;
      void main() {
        vec2 around = vec2(0.0);
        for (int i = 0; i < 12; i++) {
          float angle = 0.5235988 * float(i);
          vec2 direction = vec2(cos(angle), sin(angle));
          around += texture2D(mask, place + step * direction).rg;
          around += texture2D(mask, place + 0.5 * step * direction).rg;
        }
        vec2 inside = texture2D(mask, place).rg;
        vec2 edge = clamp(around / 8.0, 0.0, 1.0) * (1.0 - inside);
        float tint = 0.14 * max(inside.r, 0.5 * inside.g);
        vec3 color = edge.r > 0.0 || inside.r > 0.0 ? selection : hover;
        gl_FragColor = vec4(color, max(max(edge.r, 0.8 * edge.g), tint));
        if (gl_FragColor.a < 0.004) discard;
        #include <colorspace_fragment>
      }`,
  })
}

const size = new Vector2()
