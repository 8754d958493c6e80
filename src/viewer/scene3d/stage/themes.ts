/** Colors around the scene. */
export interface Theme {
  /** Background, from the top to the bottom of the picture. */
  readonly background: readonly [string, string]
  readonly grid: string
  /** Darkness of the finest lines, 0 … 1. */
  readonly gridOpacity: number
  readonly shadowOpacity: number
  readonly selection: string
  readonly hover: string
  readonly boxes: string
  readonly label: { readonly text: string; readonly back: string }
}

export const THEMES: Readonly<Record<'light' | 'dark', Theme>> = {
  light: {
    background: ['#f7f9fb', '#dfe5ec'],
    grid: '#5c6b7d',
    gridOpacity: 0.5,
    shadowOpacity: 0.22,
    selection: '#f76707',
    hover: '#1c7ed6',
    boxes: '#364fc7',
    label: { text: '#1f2933', back: 'rgba(255, 255, 255, 0.8)' },
  },
  dark: {
    background: ['#2a3038', '#14171b'],
    grid: '#8d9aab',
    gridOpacity: 0.38,
    shadowOpacity: 0.45,
    selection: '#ffa94d',
    hover: '#74c0fc',
    boxes: '#91a7ff',
    label: { text: '#f1f3f5', back: 'rgba(20, 23, 27, 0.75)' },
  },
}
