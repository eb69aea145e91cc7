/** Renders a view as lines of text. A pure function of view, look, values and width. */
import type { View } from '@ludoforge/kernel'
import { NO_VALUES, type Values } from '@ludoforge/look'
import type { Labels } from './labels.js'
import { mapOf, widest } from './map.js'
import { seatLines, seatRows, trackItems, trackLines } from './seats.js'
import { listLines } from './spaces.js'
import { sideBySide, cut, flow } from './text.js'
import { zoneLines, zonesOffMap } from './zones.js'

/** The whole table: the map, the zones off the map, the tracks and the seats. */
export function boardLines(
  view: View,
  labels: Labels,
  width: number,
  computed: Values = NO_VALUES,
): string[] {
  const map = mapOf(view, labels, computed, width)
  const { abbreviations } = labels.look
  const notes = flow(abbreviations.split(' '), ' ', width).map((line) => labels.paint.dim(line))
  const list = [...listLines(view, map.listed, labels, computed, width), ...notes]
  const [drawing = []] = map.drawings
  const rest = (across: number): string[] => [
    ...zoneLines(view, zonesOffMap(labels), labels, across),
    ...trackLines(trackItems(view, labels, computed), across),
    ...seatLines(seatRows(view, labels, computed), across),
  ]
  return withDrawing(drawing, map.legend, rest, labels, width, list).map((line) => cut(line, width))
}

const GUTTER = 4
/** The minimum width of text next to a drawing. */
const NARROWEST = 24

/** A drawing with its legend and the rest, side by side if there is room. */
export function withDrawing(
  drawing: readonly string[],
  legend: readonly string[],
  rest: (width: number) => readonly string[],
  labels: Labels,
  width: number,
  list: readonly string[] = [],
): string[] {
  const signs = (across: number): string[] =>
    flow(legend, ' · ', across).map((line) => labels.paint.dim(line))
  const at = widest(drawing) + GUTTER
  if (drawing.length > 0 && width - at >= NARROWEST) {
    const right = [...rest(width - at), '', ...signs(width - at)]
    if (right.length <= drawing.length + 1) return [...sideBySide(drawing, right, at), ...list]
  }
  return [...drawing, ...signs(width), ...list, ...rest(width)]
}
