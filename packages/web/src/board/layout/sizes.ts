/** Sizes in pixels that hold at every zoom. */

/** Names, numbers and letters of marks. */
export const MIN_TEXT_PX = 11.2
/** A cell of pieces. Every shape of a piece is at least four fifths of its cell, so that a piece has 18 pixels. */
export const MIN_CELL_PX = 22.6
/** The side of a mark, whose letter has about 0.65 of it. */
export const MIN_MARK_PX = 18
/** The diameter of an option's number. */
export const OPTION_PX = 24
/** The diameter of a number of picks, and of an option's number on a piece. */
export const TICK_PX = 17
/** The diameter of the dot of a seat that touched a space. */
export const DOT_PX = 11
/** Pieces grow in place up to this factor. If they still don't fit, they are drawn in groups. */
export const MAX_GROWTH = 1.46
