/**
 * Forward dynamics of native libraries in one earlier run on another machine: AMD EPYC, one thread, gcc 12.2 -O2,
 * Debian packages; shortest of 5 to 9 repetitions [µs]. The chains are of the same kind, with other bodies. The figures
 * give the order of magnitude, not the last percent: compare ratios of runs made side by side.
 */
export const NATIVE_FIGURES: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  'Simbody 3.7': {
    'chain 6': 10.17,
    'chain 20': 22.15,
    'chain 50': 47.98,
    'chain 100': 92.59,
    'chain 500': 448.81,
    '16 free': 37.7,
    '100 free': 207,
  },
  'MuJoCo 2.2.2': {
    'chain 6': 1.5,
    'chain 20': 6.12,
    'chain 50': 26.44,
    'chain 100': 114.6,
    'chain 500': 8202.3,
    '16 free': 5.4,
    '100 free': 32.8,
  },
  'DART 6.12': {
    'chain 6': 3.28,
    'chain 20': 11.2,
    'chain 50': 28.41,
    'chain 100': 57.56,
    'chain 500': 328.64,
    '16 free': 18.8,
    '100 free': 121.6,
  },
  'KDL 1.5.1': { 'chain 6': 2.87, 'chain 20': 13.71, 'chain 50': 69.71 },
  'Bullet 3.24 f64': { 'chain 6': 2.06, 'chain 20': 6.79, 'chain 50': 16.89, 'chain 100': 33.74 },
}
