/** Errors over CPU times in a picture with logarithmic axes. */

export interface Curve {
  readonly name: string
  /** CPU time per simulated second [1], error [s]. */
  readonly points: readonly (readonly [number, number])[]
}

const WIDTH = 720
const HEIGHT = 440
const AREA = { left: 80, right: 530, top: 40, bottom: 380 }
const COLORS = ['#1f6fb4', '#2e9e5b', '#d1495b', '#e08e1b', '#6b6b6b']

/** An SVG picture: one line with dots per curve, decades as grid. */
export function plotErrors(title: string, curves: readonly Curve[]): string {
  const points = curves.flatMap((curve) => curve.points)
  const x = createScale(
    points.map(([cpu]) => cpu),
    AREA.left,
    AREA.right,
  )
  const y = createScale(
    points.map(([, error]) => error),
    AREA.bottom,
    AREA.top,
  )
  const vertical = x.decades.map(
    (decade) =>
      line(x.place(10 ** decade), AREA.top, x.place(10 ** decade), AREA.bottom) +
      text(x.place(10 ** decade), AREA.bottom + 18, power(decade), 'middle'),
  )
  const horizontal = y.decades.map(
    (decade) =>
      line(AREA.left, y.place(10 ** decade), AREA.right, y.place(10 ** decade)) +
      text(AREA.left - 8, y.place(10 ** decade) + 4, power(decade), 'end'),
  )
  const drawn = curves.map((curve, i) => {
    const color = COLORS[i % COLORS.length]
    const places = curve.points.map(([cpu, error]) => [round(x.place(cpu)), round(y.place(error))] as const)
    const legend = AREA.top + 14 + 22 * i
    return [
      `<polyline fill="none" stroke="${color}" stroke-width="2" points="${places.map((p) => p.join(',')).join(' ')}"/>`,
      ...places.map(([cx, cy]) => `<circle cx="${cx}" cy="${cy}" r="3.5" fill="${color}"/>`),
      `<circle cx="${AREA.right + 20}" cy="${legend - 4}" r="4" fill="${color}"/>`,
      text(AREA.right + 30, legend, curve.name, 'start'),
    ].join('\n')
  })
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12">`,
    '<title>Error of the time of the fifth impact against processor time</title>',
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="white"/>`,
    `<text x="${AREA.left}" y="24" font-size="15">${title}</text>`,
    ...vertical,
    ...horizontal,
    ...drawn,
    text((AREA.left + AREA.right) / 2, AREA.bottom + 42, 'CPU seconds per simulated second', 'middle'),
    `<text transform="translate(22 ${(AREA.top + AREA.bottom) / 2}) rotate(-90)" text-anchor="middle">error [s]</text>`,
    '</svg>\n',
  ].join('\n')
}

/** Whole decades around the values, from place `start` to place `end`. */
function createScale(values: readonly number[], start: number, end: number) {
  const logs = values.filter((value) => value > 0).map(Math.log10)
  const first = Math.floor(Math.min(...logs))
  const last = Math.ceil(Math.max(...logs))
  return {
    decades: Array.from({ length: last - first + 1 }, (_, i) => first + i),
    /** Zero has the place of the first decade. */
    place: (value: number): number =>
      start + ((end - start) * (Math.max(first, Math.log10(value)) - first)) / (last - first),
  }
}

function line(x1: number, y1: number, x2: number, y2: number): string {
  return `<line x1="${round(x1)}" y1="${round(y1)}" x2="${round(x2)}" y2="${round(y2)}" stroke="#dddddd"/>`
}

function text(x: number, y: number, content: string, anchor: string): string {
  return `<text x="${round(x)}" y="${round(y)}" text-anchor="${anchor}">${content}</text>`
}

function power(exponent: number): string {
  return `10<tspan dy="-5" font-size="9">${exponent}</tspan>`
}

function round(value: number): number {
  return Math.round(10 * value) / 10
}
