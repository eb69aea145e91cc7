/** The board of any game, and the details of a space. */
export { Board } from './board.js'
export { type Palette, paletteOf } from './colours.js'
export { useTheme } from './screen.js'
export { CardPicture, SpaceInfo, type SpaceInfoProps } from './map/space-info.js'
export type { BoardProps, Glow, Glowing, Target } from './types.js'
