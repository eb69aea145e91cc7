/** The table as text: how a view, and what the look of the game adds to it, become lines. */
export { Labels } from './labels.js'
export { boardLines, isDrawn } from './lines.js'
export { Table } from './table.js'
export { fit, flow, pad, widthOf } from './text.js'
