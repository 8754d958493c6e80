import { NoToneMapping, PCFShadowMap, WebGLRenderer } from 'three'
import { VarioError } from '../../../base/index.ts'

/**
 * A canvas that fills its element and can be used with the keyboard. It gets its size in pixels of the screen before
 * its context: a change of size takes 30 ms without a graphics card.
 */
export function createCanvas(width: number, height: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  canvas.tabIndex = 0
  canvas.setAttribute('role', 'application')
  canvas.setAttribute(
    'aria-label',
    '3D view. Arrow keys rotate it, with shift they pan; plus and minus zoom.',
  )
  Object.assign(canvas.style, { position: 'absolute', inset: '0', width: '100%', height: '100%' })
  return canvas
}

/** @throws VarioError `WEBGL` without WebGL 2 support. */
export function createRenderer(canvas: HTMLCanvasElement): WebGLRenderer {
  const attributes = {
    antialias: true,
    // the background is that of the element
    alpha: true,
    depth: true,
    powerPreference: 'high-performance',
  } as const
  const context = canvas.getContext('webgl2', attributes) as WebGL2RenderingContext | null
  if (context === null)
    throw new VarioError(
      'WEBGL',
      'This browser does not show 3D pictures: WebGL 2 is missing or disabled. Plots work without it. Enable graphics ' +
        'acceleration in the settings of the browser, or open the page in another browser.',
    )
  const renderer = new WebGLRenderer({ canvas, context, ...attributes })
  renderer.autoClear = false
  renderer.shadowMap.enabled = true
  renderer.shadowMap.type = PCFShadowMap
  // only after objects have moved, not after the camera has
  renderer.shadowMap.autoUpdate = false
  // colors are those of the materials
  renderer.toneMapping = NoToneMapping
  return renderer
}
