/** Colors of diagrams on light and dark background, distinguishable from each other. */
export interface Palette {
  readonly curves: readonly string[]
  readonly text: string
  readonly grid: string
  readonly mark: string
}

export const PALETTES: Readonly<Record<'light' | 'dark', Palette>> = {
  light: {
    curves: ['#0b6bcb', '#c4420c', '#0f7f5f', '#a2348f', '#6b4fc8', '#8a6100', '#0b7d93', '#b3223f'],
    text: '#4a5563',
    grid: 'rgba(90, 105, 125, 0.16)',
    mark: 'rgba(90, 105, 125, 0.55)',
  },
  dark: {
    curves: ['#5fb3ff', '#ff9d66', '#4cd6a7', '#ee8fdc', '#b3a0ff', '#e8c14a', '#56d0e6', '#ff8598'],
    text: '#aab6c4',
    grid: 'rgba(160, 175, 195, 0.14)',
    mark: 'rgba(160, 175, 195, 0.5)',
  },
}
