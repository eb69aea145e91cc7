/** Options and what is drawn: which part of the board stands for which option. */
import type { Decision, Option } from '@ludoforge/kernel'
import type { Glow, Glowing, Target } from '../../board/index.js'
import { openOptions, type Picks, taken } from './selection.js'

/** A piece or card that lies somewhere: `kind@zone`. */
function placed(id: string): { readonly kind: string; readonly zone: string } | undefined {
  const at = id.lastIndexOf('@')
  return at > 0 ? { kind: id.slice(0, at), zone: id.slice(at + 1) } : undefined
}

/** The zone that an option is, or lies in. */
export function zoneOf({ type }: Decision, { id }: Pick<Option, 'id'>): string | undefined {
  return placed(id)?.zone ?? (type === 'zone' ? id : undefined)
}

/**
 * The options that a part of the board stands for; a space also for what lies in it, a piece for its space, and a card
 * for the options that name it.
 */
export function optionsAt(
  decision: Decision,
  { kind, id, zone }: Target,
  nameOf: (id: string) => string,
): readonly number[] {
  const { options, type } = decision
  const indexes = (test: (option: Option) => boolean): number[] =>
    options.flatMap((option, i) => (test(option) ? [i] : []))
  const itself = indexes((option) => option.id === id || (kind === 'card' && option.id === `${id}@${zone}`))
  if (itself.length > 0) return itself
  if (kind === 'space') return indexes((option) => zoneOf(decision, option) === id)
  const name = kind === 'card' ? nameOf(id) : ''
  const naming = name === '' ? [] : indexes(({ label }) => label.includes(name))
  if (naming.length > 0) return naming
  return type === 'zone' ? indexes((option) => option.id === zone) : []
}

/** Whether the question is about such things: then somebody who points at one may wonder why it isn't offered. */
export function isAskedAbout({ type }: Decision, { kind }: Target): boolean {
  switch (kind) {
    case 'space':
    case 'piece':
      return type === 'zone' || type === 'token'
    case 'card':
      return type === 'token'
    case 'seat':
      return type === 'seat'
  }
}

interface Lit {
  readonly spaces: Record<string, Glowing>
  readonly pieces: Record<string, Glowing>
  readonly cards: Record<string, Glowing>
  readonly seats: Record<string, Glowing>
}

/** What glows: all that may be chosen now or is chosen; faintly the spaces in which something may be. */
export function glowOf(decision: Decision | undefined, picks: Picks, cardKinds: ReadonlySet<string>): Glow {
  const lit: Lit = { spaces: {}, pieces: {}, cards: {}, seats: {} }
  if (decision === undefined || decision.kind === 'number') return lit
  const open = new Set(openOptions(decision, picks))
  decision.options.forEach((option, i) => {
    const picked = taken(picks, i)
    if (picked === 0 && !open.has(i)) return
    const glowing = { picked, max: option.count }
    const lies = placed(option.id)
    if (lies !== undefined) {
      const kinds = cardKinds.has(lies.kind.split('+')[0] ?? '') ? lit.cards : lit.pieces
      kinds[option.id] = glowing
      const before = lit.spaces[lies.zone]
      lit.spaces[lies.zone] = {
        picked: (before?.picked ?? 0) + picked,
        max: (before?.max ?? 0) + option.count,
        soft: true,
      }
    } else if (decision.type === 'zone') lit.spaces[option.id] = glowing
    else if (decision.type === 'seat') lit.seats[option.id] = glowing
    else lit.cards[option.id] = glowing
  })
  return lit
}
