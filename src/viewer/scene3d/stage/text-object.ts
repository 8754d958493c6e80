/** Texts as textures, in a plane of their object or facing the observer. */
import {
  CanvasTexture,
  DoubleSide,
  LinearFilter,
  Mesh,
  MeshBasicMaterial,
  type Object3D,
  PlaneGeometry,
  Sprite,
  SpriteMaterial,
  SRGBColorSpace,
} from 'three'
import type { TextShapeData } from '../../../animation/index.ts'
import type { Rgb } from '../../../materials/index.ts'

/** Height of a line in the texture [pixel], and maximum width of a texture. */
const LINE_HEIGHT = 96
const MAX_WIDTH = 2048

/** A text with its own texture. */
export interface TextObject {
  readonly object: Object3D
  readonly material: MeshBasicMaterial | SpriteMaterial
  /** Width and height [m]. */
  readonly size: readonly [number, number]
  dispose(): void
}

/** Draws a text into its texture. */
export function createTextObject(shape: TextShapeData, color: Rgb): TextObject {
  const { canvas, aspect } = drawText(shape, color)
  const texture = new CanvasTexture(canvas)
  texture.colorSpace = SRGBColorSpace
  texture.generateMipmaps = false
  texture.minFilter = LinearFilter
  const height = shape.font.charSize
  const width = aspect * height
  const isSprite = shape.axisAlignment === 'Screen'
  const options = { map: texture, transparent: true, depthWrite: false }
  const material = isSprite
    ? new SpriteMaterial(options)
    : new MeshBasicMaterial({ ...options, side: DoubleSide })
  const object = material instanceof SpriteMaterial ? new Sprite(material) : createPlane(shape, material)
  const anchor = shape.alignment === 'Left' ? 0 : shape.alignment === 'Right' ? 1 : 0.5
  if (object instanceof Sprite) object.center.set(anchor, 0)
  else object.geometry.translate(0.5 - anchor, 0.5, 0)
  object.scale.set(width, height, 1)
  return {
    object,
    material,
    size: [width, height],
    dispose() {
      texture.dispose()
      material.dispose()
      if (object instanceof Mesh) object.geometry.dispose()
    },
  }
}

/** A unit square whose x and y are the directions of reading and of the height of characters. */
function createPlane(shape: TextShapeData, material: MeshBasicMaterial): Mesh<PlaneGeometry> {
  const plane = new Mesh(new PlaneGeometry(1, 1), material)
  if (shape.axisAlignment === 'XZ') plane.rotation.set(Math.PI / 2, 0, 0)
  // x to y, y to z
  if (shape.axisAlignment === 'YZ') plane.quaternion.set(0.5, 0.5, 0.5, 0.5)
  return plane
}

function drawText(shape: TextShapeData, color: Rgb): { canvas: HTMLCanvasElement; aspect: number } {
  const { fontFamily, bold, italic } = shape.font
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d')!
  const style = `${italic ? 'italic ' : ''}${bold ? 'bold ' : ''}`
  const setFont = (size: number): void => {
    context.font = `${style}${size}px "${fontFamily}", sans-serif`
  }
  setFont(0.8 * LINE_HEIGHT)
  const width = Math.max(1, context.measureText(shape.text).width)
  const scale = Math.min(1, MAX_WIDTH / width)
  canvas.width = Math.ceil(width * scale)
  canvas.height = Math.ceil(LINE_HEIGHT * scale)
  // a new size resets the font
  setFont(0.8 * LINE_HEIGHT * scale)
  context.fillStyle = `rgb(${color.join()})`
  context.textBaseline = 'alphabetic'
  context.fillText(shape.text, 0, 0.76 * LINE_HEIGHT * scale)
  return { canvas, aspect: width / LINE_HEIGHT }
}
