/** Finds the points of a drawn map in the files of its look. */
import { extractBlocks, parseYaml, Reporter, type YamlNode } from '@ludoforge/compiler/editing'
import { isLookFile } from '@ludoforge/look/files'
import type { Files } from '../files.js'
import type { MapHandle } from './move-handle.js'

/** Returns the points of all outlines, and the places of names, pieces, marks and badges. */
export function mapHandles(files: Files): readonly MapHandle[] {
  return Object.entries(files).flatMap(([path, text]) => {
    if (!isLookFile(path)) return []
    const quiet = new Reporter() // the check of the files reports their errors
    return extractBlocks([{ path, text }], quiet).flatMap((block) => {
      const map = entry(parseYaml(block, quiet), 'map')
      const arcs = entriesOf(entry(map, 'arcs')).flatMap(([arc, points]) => pointsOf(path, arc, points))
      const spaces = entriesOf(entry(map, 'spaces')).flatMap(([space, node]) => handlesOf(path, space, node))
      return [...arcs, ...spaces]
    })
  })
}

function handlesOf(path: string, of: string, node: YamlNode): readonly MapHandle[] {
  const name = entry(node, 'name')
  const place = (kind: MapHandle['kind'], at: YamlNode | undefined): readonly MapHandle[] =>
    handleAt(path, of, kind, at)
  return [
    ...pointsOf(path, of, entry(node, 'polygon')),
    ...pointsOf(path, of, entry(node, 'line')),
    ...place('centre', entry(node, 'circle') ?? entry(node, 'box')),
    ...place('name', entry(name, 'at') ?? name),
    ...place('pieces', entry(node, 'pieces')),
    ...place('marks', entry(node, 'marks')),
    ...place('badge', entry(node, 'badge')),
  ]
}

const pointsOf = (path: string, of: string, node: YamlNode | undefined): readonly MapHandle[] =>
  node?.kind === 'list' ? node.items.flatMap((point) => handleAt(path, of, 'point', point)) : []

/** A list that begins with two numbers. */
function handleAt(
  path: string,
  of: string,
  kind: MapHandle['kind'],
  node: YamlNode | undefined,
): readonly MapHandle[] {
  const [x, y] = node?.kind === 'list' ? node.items : []
  const [left, top] = [numberOf(x), numberOf(y)]
  if (x === undefined || y === undefined || left === undefined || top === undefined) return []
  return [{ of, kind, at: [left, top], path, x: x.span, y: y.span }]
}

function numberOf(node: YamlNode | undefined): number | undefined {
  const value = node?.kind === 'scalar' ? Number(node.raw) : Number.NaN
  return Number.isFinite(value) ? value : undefined
}

const entriesOf = (node: YamlNode | undefined): readonly (readonly [string, YamlNode])[] =>
  node?.kind === 'map' ? node.entries.map(({ key, value }) => [key, value] as const) : []

const entry = (node: YamlNode | undefined, key: string): YamlNode | undefined =>
  entriesOf(node).find(([name]) => name === key)?.[1]
