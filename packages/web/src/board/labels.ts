/** Labels of the things on a board, for people and screen readers. */
import type { Constant, ZoneView } from '@ludoforge/kernel'
import type { Scene } from '@ludoforge/look'

export function nameOf(scene: Scene, id: string): string {
  return scene.names[id] ?? scene.seats[id]?.name ?? scene.cards[id]?.title ?? id.replaceAll(/[-:+]/g, ' ')
}

export function shortOf(scene: Scene, id: string): string {
  return scene.short[id] ?? nameOf(scene, id)
}

/** Formats a value for people. */
export function valueText(scene: Scene, value: Constant, signed = false): string {
  if (value === null) return '–'
  if (typeof value === 'number') return signed && value > 0 ? `+${value}` : String(value).replace('-', '−')
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'string') return nameOf(scene, value)
  return value.map((item) => valueText(scene, item)).join(', ')
}

export function isHidden(value: Constant, hide: readonly string[]): boolean {
  return hide.includes(String(value))
}

/** Returns the kinds in a zone with their counts, in the order of the look. */
export function kindsIn(
  scene: Scene,
  zone: ZoneView | undefined,
  only?: readonly string[],
): [string, number][] {
  return Object.entries(zone?.pieces ?? {})
    .filter(([kind, count]) => count > 0 && (only === undefined || only.includes(kind)))
    .sort(([a], [b]) => orderOf(scene, a) - orderOf(scene, b) || (a < b ? -1 : 1))
}

const orderOf = (scene: Scene, kind: string): number => scene.pieces[kind]?.order ?? 1000

/** Returns the contents of a zone, such as "3 Troops, 1 Base", or the number of hidden tokens. */
export function contentsIn(scene: Scene, zone: ZoneView | undefined, only?: readonly string[]): string {
  if (zone === undefined) return ''
  if (zone.cards !== undefined) return zone.cards.map((card) => nameOf(scene, card)).join(', ')
  if (zone.pieces === undefined) return zone.size > 0 ? `${zone.size} hidden` : ''
  return kindsIn(scene, zone, only)
    .map(([kind, count]) => `${count} ${nameOf(scene, kind)}`)
    .join(', ')
}
