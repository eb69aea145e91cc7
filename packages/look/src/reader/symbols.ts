/** The built-in symbols: 24 × 24, centred on 0, 0, in the ink of their surroundings. */
import type { Symbol } from '../scene.js'

const drawn = (...paths: string[]): Symbol => ({ paths: paths.map((d) => ({ d })) })
const lined = (d: string, width = 2.5): Symbol => ({
  paths: [{ d, fill: 'none', stroke: 'currentColor', width }],
})

export const SYMBOLS: Readonly<Record<string, Symbol>> = {
  star: drawn('M0-10 2.9-3.4 10-3 4.6 1.6 6.4 8.6 0 4.8-6.4 8.6-4.6 1.6-10-3-2.9-3.4Z'),
  crown: drawn('M-10 7-10-5-4.500 0 0-8 4.500 0 10-5 10 7Z'),
  flag: drawn('M-6-10-4-10-4-9 8-5-4-1-4 10-6 10Z'),
  house: drawn('M0-9 10 0 7 0 7 9-7 9-7 0-10 0Z'),
  anchor: lined('M0-5V9M-8 2A8 8 0 0 0 8 2M-4-2H4M0-9A2 2 0 1 1 0-5A2 2 0 1 1 0-9', 2),
  mountain: drawn('M-10 7-3-7 1 0 4-4 10 7Z'),
  tree: drawn('M0-10 7 3 1.500 3 1.500 9-1.500 9-1.500 3-7 3Z'),
  wave: lined('M-10 1C-7-4-4-4-1 1S6 5 10 0'),
  grass: lined('M-7 6-9-3M-4 6-3-6M0 6 4-4', 2),
  up: lined('M-7 4 0-4 7 4', 3.5),
  'up-twice': lined('M-7 0 0-7 7 0M-7 8 0 1 7 8', 3.5),
  down: lined('M-7-4 0 4 7-4', 3.5),
  'down-twice': lined('M-7-8 0-1 7-8M-7 0 0 7 7 0', 3.5),
  cross: lined('M-7-7 7 7M7-7-7 7', 4),
  ring: lined('M0-7.500A7.500 7.500 0 1 1 0 7.500A7.500 7.500 0 1 1 0-7.500', 4),
  dot: drawn('M0-4A4 4 0 1 1 0 4A4 4 0 1 1 0-4'),
  coin: lined('M0-8A8 8 0 1 1 0 8A8 8 0 1 1 0-8M0-4V4', 2),
  clubs: drawn(
    'M0-10A4.500 4.500 0 0 1 3.500-2.700A4.500 4.500 0 1 1 1.200 4L3 10H-3L-1.200 4A4.500 4.500 0 1 1-3.500-2.700A4.500 4.500 0 0 1 0-10Z',
  ),
  diamonds: drawn('M0-10 7.500 0 0 10-7.500 0Z'),
  hearts: drawn('M0 10-8.500 0A4.800 4.800 0 0 1 0-6A4.800 4.800 0 0 1 8.500 0Z'),
  spades: drawn('M0-10 8 1A4.500 4.500 0 0 1 1.200 4L3 10H-3L-1.200 4A4.500 4.500 0 0 1-8 1Z'),
}
