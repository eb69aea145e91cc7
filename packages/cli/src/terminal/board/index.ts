/** Renders the table as text, from a view and the game's look. */
export { changedLines } from './changes.js'
export { compactBoard, type ShownTable } from './compact.js'
export { Labels } from './labels.js'
export { boardLines } from './lines.js'
export { cardLines, spaceFacts, spaceLines } from './space.js'
export { Table } from './table.js'
export { fit, flow, pad, widthOf } from './text.js'
