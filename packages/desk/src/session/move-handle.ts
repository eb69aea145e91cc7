/** Moves a point of a drawn map: changes its two numbers in the YAML text, and nothing else. */

/** A point, x to the right and y down. */
export type MapPoint = readonly [x: number, y: number]

/** A number in a text. Line and column are from 1. */
interface WrittenNumber {
  readonly line: number
  readonly column: number
  readonly length: number
}

/** A point of a drawn map that can be dragged. */
export interface MapHandle {
  /** The space or the arc that it belongs to. */
  readonly of: string
  /** `point`: of an outline. The others are the places of a space's name, pieces, marks, badge and circle. */
  readonly kind: 'point' | 'name' | 'pieces' | 'marks' | 'badge' | 'centre'
  readonly at: MapPoint
  readonly path: string
  readonly x: WrittenNumber
  readonly y: WrittenNumber
}

/**
 * Returns the text with the point at another place. If the point isn't where the handle says, because the text has changed
 * since, the text stays.
 */
export function movedHandle(text: string, { at, x, y }: MapHandle, [newX, newY]: MapPoint): string {
  const lines = text.split('\n')
  const numberAt = ({ line, column, length }: WrittenNumber): number =>
    Number((lines[line - 1] ?? '').slice(column - 1, column - 1 + length))
  if (numberAt(x) !== at[0] || numberAt(y) !== at[1]) return text
  const write = ({ line, column, length }: WrittenNumber, value: number): void => {
    const old = lines[line - 1] ?? ''
    lines[line - 1] = old.slice(0, column - 1) + rounded(value) + old.slice(column - 1 + length)
  }
  // The number on the right first, so that the place of the other stays.
  write(y, newY)
  write(x, newX)
  return lines.join('\n')
}

/** With at most one decimal, as maps are written. */
const rounded = (value: number): string => String(Math.round(value * 10) / 10)
