/** The target of an element of the board. */
import type { Glow, Target } from '../types.js'

/** Returns the target of an element, or `null` if it is none. */
export function targetOf(node: EventTarget | null): Target | null {
  const element = node instanceof Element ? node.closest<SVGElement>('[data-kind]') : null
  if (element === null) return null
  const { kind, id = '', zone = null } = element.dataset
  if (kind !== 'space' && kind !== 'piece' && kind !== 'card' && kind !== 'seat') return null
  return { kind, id, zone }
}

/** Resolves a click: the piece or card if it can be chosen, otherwise the space it is in. */
export function resolveTarget(target: Target | null, { pieces, cards, spaces }: Glow): Target | null {
  if (target === null || target.zone === null) return target
  const space: Target = { kind: 'space', id: target.zone, zone: target.zone }
  if (target.kind === 'piece') return pieces?.[target.id] === undefined ? space : target
  if (target.kind !== 'card') return target
  const cardGlow = cards?.[target.id] ?? cards?.[`${target.id}@${target.zone}`]
  return target.id === '' || (cardGlow === undefined && spaces?.[target.zone] !== undefined) ? space : target
}
