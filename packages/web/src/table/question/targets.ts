/** Maps the targets of the board to options, and back. */
import type { Decision, Option } from '@ludoforge/kernel'
import type { Glow, Glowing, Target } from '../../board/types.js'
import { maxPicks, openOptions, orderText, type Picks, pickCount } from './selection.js'

/** Parses the id of a placed token: `kind@zone`. */
function placed(id: string): { readonly kind: string; readonly zone: string } | undefined {
  const at = id.lastIndexOf('@')
  return at > 0 ? { kind: id.slice(0, at), zone: id.slice(at + 1) } : undefined
}

/** Returns the zone that an option is, or is in. */
export function zoneOf({ type }: Decision, { id }: Pick<Option, 'id'>): string | undefined {
  return placed(id)?.zone ?? (type === 'zone' ? id : undefined)
}

/**
 * Returns the options of a target. A space also stands for the tokens in it, a piece for its space, and a card for the
 * options that name it.
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

/** Whether the question is about this kind of target. Only then is "why isn't it offered?" a useful answer to a hover. */
export function concernsTarget({ type }: Decision, { kind }: Target): boolean {
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

interface MutableGlow {
  readonly spaces: Record<string, Glowing>
  readonly pieces: Record<string, Glowing>
  readonly cards: Record<string, Glowing>
  readonly seats: Record<string, Glowing>
}

/** Returns what glows: everything that can be chosen or is chosen. Spaces glow softly if a token in them does. */
export function glowOf(decision: Decision | undefined, picks: Picks, cardKinds: ReadonlySet<string>): Glow {
  const glow: MutableGlow = { spaces: {}, pieces: {}, cards: {}, seats: {} }
  if (decision === undefined || decision.kind === 'number') return glow
  const open = new Set(openOptions(decision, picks))
  decision.options.forEach((option, i) => {
    const picked = pickCount(picks, i)
    if (picked === 0 && !open.has(i)) return
    const order = orderText(decision, picks, i)
    const max = maxPicks(decision, i)
    const glowing = { picked, max, key: String(i + 1), ...(order === '' ? {} : { order }) }
    const token = placed(option.id)
    if (token !== undefined) {
      const kinds = cardKinds.has(token.kind.split('+')[0] ?? '') ? glow.cards : glow.pieces
      kinds[option.id] = glowing
      const before = glow.spaces[token.zone]
      glow.spaces[token.zone] = {
        picked: (before?.picked ?? 0) + picked,
        max: (before?.max ?? 0) + option.count,
        soft: true,
      }
    } else if (decision.type === 'zone') glow.spaces[option.id] = glowing
    else if (decision.type === 'seat') glow.seats[option.id] = glowing
    else glow.cards[option.id] = glowing
  })
  return glow
}
