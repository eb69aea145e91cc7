import type { Content } from '@ludoforge/agents/lines'
import { isContent } from '@ludoforge/agents/lines'
import { closestName } from '@ludoforge/compiler'
import type { Choice } from '@ludoforge/kernel'
import type { Seed } from '@ludoforge/sim'
import { unknownName } from '../usage.js'
import { Refusal } from './errors.js'

const ENVELOPE = ['id', 'ask']

/** The fields of a request, parsed by name. An unknown field is refused, never ignored. */
export class Fields {
  constructor(
    readonly ask: string,
    private readonly given: Content,
    known: readonly string[],
  ) {
    for (const name of Object.keys(given))
      if (!known.includes(name) && !ENVELOPE.includes(name))
        throw new Refusal(
          'unknown-field',
          unknownName(`field of "${ask}"`, name, closestName(name, known), known),
        )
  }

  has(name: string): boolean {
    return this.given[name] !== undefined
  }

  /** The raw value, for the kernel to check. */
  any(name: string): unknown {
    return this.given[name]
  }

  whole(name: string, least: number, most = Number.MAX_SAFE_INTEGER, otherwise?: number): number {
    const value = this.given[name] ?? otherwise
    if (typeof value === 'number' && Number.isSafeInteger(value) && value >= least && value <= most)
      return value
    const range = most === Number.MAX_SAFE_INTEGER ? `from ${least}` : `from ${least} to ${most}`
    throw this.wrong(name, `a whole number ${range}`)
  }

  text(name: string): string {
    const value = this.given[name]
    if (typeof value === 'string') return value
    throw this.wrong(name, 'a text')
  }

  optionalText(name: string): string | undefined {
    return this.has(name) ? this.text(name) : undefined
  }

  texts(name: string): readonly string[] {
    const value = this.given[name]
    if (Array.isArray(value) && value.every((item): item is string => typeof item === 'string')) return value
    throw this.wrong(name, 'a list of texts')
  }

  /** A list of some of these words. Empty if the field is missing. */
  words<Word extends string>(name: string, known: readonly Word[]): readonly Word[] {
    if (!this.has(name)) return []
    return this.texts(name).map((text) => {
      const word = known.find((candidate) => candidate === text)
      if (word !== undefined) return word
      throw new Refusal('bad-field', unknownName(`"${name}"`, text, closestName(text, known), known))
    })
  }

  flag(name: string): boolean {
    const value = this.given[name] ?? false
    if (typeof value === 'boolean') return value
    throw this.wrong(name, 'true or false')
  }

  record(name: string): Content {
    const value = this.given[name]
    if (isContent(value)) return value
    throw this.wrong(name, 'an object')
  }

  seed(name: string): Seed | undefined {
    const value = this.given[name]
    if (value === undefined || typeof value === 'string') return value
    if (typeof value === 'number' && Number.isSafeInteger(value)) return value
    throw this.wrong(name, 'a whole number or a text')
  }

  choice(name: string): Choice {
    const value = this.given[name]
    if (isChoice(value)) return value
    throw this.wrong(name, 'the id of an option, a number, a list of ids or {"offer": id}')
  }

  /** Indexes of options, as `game.answer` takes them. */
  picks(name: string): readonly number[] {
    const value = this.given[name]
    if (Array.isArray(value) && value.every((item): item is number => Number.isSafeInteger(item)))
      return value
    throw this.wrong(name, 'a list of whole numbers')
  }

  wrong(name: string, wanted: string): Refusal {
    const value = this.given[name]
    const found = value === undefined ? 'is missing' : `is ${shown(value)}`
    return new Refusal('bad-field', `The field "${name}" of "${this.ask}" ${found}. It must be ${wanted}.`)
  }
}

function isChoice(value: unknown): value is Choice {
  if (typeof value === 'string' || typeof value === 'number') return true
  if (Array.isArray(value)) return value.every((item) => typeof item === 'string')
  return isContent(value) && Object.keys(value).length === 1 && typeof value.offer === 'string'
}

const MAX_SHOWN = 80

/** A value as JSON, cut to fit into a message. */
function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length <= MAX_SHOWN ? text : `${text.slice(0, MAX_SHOWN)} …`
}
