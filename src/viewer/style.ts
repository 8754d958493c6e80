/** Style of the viewer: one sheet per page. */
import uplotStyle from 'uplot/dist/uPlot.min.css?inline'
import baseStyle from './base.css?inline'
import controlStyle from './controls.css?inline'
import layoutStyle from './layout.css?inline'
import panelStyle from './panels.css?inline'
import plotStyle from './plots.css?inline'

const ID = 'vario-viewer-style'

/** Adds the style sheet to the document or shadow root of an element, once. */
export function addStyle(element: HTMLElement): void {
  const root = element.getRootNode()
  const place = root instanceof ShadowRoot ? root : document.head
  if (place.querySelector(`#${ID}`) !== null) return
  const style = document.createElement('style')
  style.id = ID
  style.textContent = [uplotStyle, baseStyle, controlStyle, layoutStyle, panelStyle, plotStyle].join('\n')
  place.append(style)
}
