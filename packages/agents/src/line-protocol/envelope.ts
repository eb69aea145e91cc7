/**
 * The envelope of the line protocol: one JSON object a line, in both directions. Who asks gives a number of its own,
 * and the answer has the same; who tells gets no answer. What else is in a message is for those who know its name.
 */
import { excerpt, LineError } from './errors.js'

/** The name and version of the line protocol. */
export const PROTOCOL = 'ludoforge-lines/1'

/** Whatever a message says beside its envelope. */
export type Content = Readonly<Record<string, unknown>>

export type Ask = Content & { readonly id: number; readonly ask: string }
export type Tell = Content & { readonly tell: string }
export type Answer = Content & { readonly id: number }
/** Something went wrong. The id is null where a line was no message, so that nobody knows what it answers. */
export interface Failure {
  readonly id: number | null
  readonly error: { readonly code: string; readonly message: string }
}
export type Message = Ask | Tell | Answer | Failure

/** What a line says: a message, or several at once. */
export type Line = Message | readonly Message[]

/** It wants an answer. */
export const isAsk = (message: Message): message is Ask => 'ask' in message
/** It wants none. */
export const isTell = (message: Message): message is Tell => 'tell' in message
/** It says why something could not be done. */
export const isFailure = (message: Message): message is Failure => 'error' in message

/** What a line says; throws a LineError. */
export function parseLine(text: string): Line {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new LineError('no-json', `This line is no JSON: ${excerpt(text)}`)
  }
  if (!Array.isArray(value)) return messageOf(value, text)
  const several: readonly unknown[] = value
  return several.map((each) => messageOf(each, text))
}

/** A message, or several at once, as a line with its end. */
export function encodeLine(line: Line): string {
  return `${JSON.stringify(line)}\n`
}

function messageOf(value: unknown, text: string): Message {
  const wrong = (what: string, id: number | null = null) =>
    new LineError('no-message', `${what}: ${excerpt(text)}`, id)
  if (!isContent(value)) throw wrong('A message is a JSON object, not this')
  const { id, ask, tell, error } = value
  if (ask !== undefined && tell !== undefined) throw wrong('A message asks or tells, not both')
  if (tell !== undefined) {
    if (typeof tell !== 'string') throw wrong('"tell" is the name of what is told, a text')
    return { ...value, tell }
  }
  if (error !== undefined && ask === undefined) {
    if (id !== null && !isId(id)) throw wrong('An error has the "id" of what it answers, or null')
    if (!isContent(error) || typeof error.code !== 'string' || typeof error.message !== 'string')
      throw wrong('An error has a "code" and a "message"', id)
    return { id, error: { code: error.code, message: error.message } }
  }
  if (!isId(id)) throw wrong('A message that asks or answers has an "id", a whole number from 0')
  if (ask === undefined) return { ...value, id }
  if (typeof ask !== 'string') throw wrong('"ask" is the name of what is asked, a text', id)
  return { ...value, id, ask }
}

function isId(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
}

/** It is an object, as whatever a message says is. */
export function isContent(value: unknown): value is Content {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
