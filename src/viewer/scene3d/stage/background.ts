/**
 * The page paints the background of the picture: one shader less before the first picture, and fewer pixels in all
 * others.
 */
import type { Theme } from './themes.ts'

/** Paints the background of a theme behind an element. */
export function setBackground(element: HTMLElement, { background: [top, bottom] }: Theme): void {
  element.style.background = `linear-gradient(${top}, ${bottom})`
}

/** Canvases above each other and above the background of a theme, in a size [pixel]. */
export function composePicture(
  layers: readonly HTMLCanvasElement[],
  { background: [top, bottom] }: Theme,
  width: number,
  height: number,
): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d')!
  const gradient = context.createLinearGradient(0, 0, 0, height)
  gradient.addColorStop(0, top)
  gradient.addColorStop(1, bottom)
  context.fillStyle = gradient
  context.fillRect(0, 0, width, height)
  for (const layer of layers) context.drawImage(layer, 0, 0, width, height)
  return canvas
}
