/**
 * The envelope of the line protocol: one JSON object per line, in both directions. A request (`ask`) has an `id`, which
 * its response repeats. A notification (`tell`) has no response. The name of a message defines its other fields.
 */
import { excerpt, LineError } from './errors.js'

/** The name and version of the line protocol. */
export const PROTOCOL = 'ludoforge-lines/1'

/** The fields of a message. */
export type Content = Readonly<Record<string, unknown>>

export type Ask = Content & { readonly id: number; readonly ask: string }
export type Tell = Content & { readonly tell: string }
export type Answer = Content & { readonly id: number }
/** An error response. `id` is `null` if the line wasn't a message, so its id is unknown. */
export interface Failure {
  readonly id: number | null
  readonly error: { readonly code: string; readonly message: string }
}
export type Message = Ask | Tell | Answer | Failure

/** The content of a line: one message, or a batch. */
export type Line = Message | readonly Message[]

/** Whether the message is a request. */
export const isAsk = (message: Message): message is Ask => 'ask' in message
/** Whether the message is a notification. */
export const isTell = (message: Message): message is Tell => 'tell' in message
/** Whether the message is an error response. */
export const isFailure = (message: Message): message is Failure => 'error' in message

/** Returns the messages of a line. */
export const messagesIn = (line: Line): readonly Message[] =>
  'length' in line ? (line as readonly Message[]) : [line]

/** Parses a line. Throws `LineError` if it isn't a message. */
export function parseLine(text: string): Line {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new LineError('no-json', `Invalid JSON: ${excerpt(text)}`)
  }
  if (!Array.isArray(value)) return messageOf(value, text)
  const batch: readonly unknown[] = value
  return batch.map((item) => messageOf(item, text))
}

/** Encodes a message, or a batch, as a line with its newline. */
export function encodeLine(line: Line): string {
  return `${JSON.stringify(line)}\n`
}

function messageOf(value: unknown, text: string): Message {
  const invalid = (what: string, id: number | null = null) =>
    new LineError('no-message', `${what}: ${excerpt(text)}`, id)
  if (!isContent(value)) throw invalid('A message must be a JSON object')
  const { id, ask, tell, error } = value
  if (ask !== undefined && tell !== undefined) throw invalid('A message has "ask" or "tell", not both')
  if (tell !== undefined) {
    if (typeof tell !== 'string') throw invalid('"tell" must be a string, the name of a notification')
    return { ...value, tell }
  }
  if (error !== undefined && ask === undefined) {
    if (id !== null && !isId(id)) throw invalid('An error needs the "id" of its request, or null')
    if (!isContent(error) || typeof error.code !== 'string' || typeof error.message !== 'string')
      throw invalid('An error needs a "code" and a "message"', id)
    return { id, error: { code: error.code, message: error.message } }
  }
  if (!isId(id)) throw invalid('A request or response needs an "id", a whole number from 0')
  if (ask === undefined) return { ...value, id }
  if (typeof ask !== 'string') throw invalid('"ask" must be a string, the name of a request', id)
  return { ...value, id, ask }
}

function isId(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
}

/** Whether the value is a JSON object. */
export function isContent(value: unknown): value is Content {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
