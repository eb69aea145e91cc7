/**
 * The socket. A client sends requests, each with an id of its own; each gets one `done` or `error` with that id. The
 * server sends what happens at the table as numbered messages, without a gap: a client that comes back says the last
 * number it has.
 */
import {
  choice,
  decision,
  event,
  explanation,
  name,
  policyReason,
  preview,
  view,
} from '@ludoforge/agents/shapes'
import { z } from 'zod'
import { agent, news, seatChange, tableDocument } from './documents.js'
import { MAX_TEXT_LENGTH } from './limits.js'
import { refusal, values } from './shapes.js'

const number = z.number().int().min(0)
const seat = name

/** What can be asked of a table. `question` is the number of the question that is answered: a late answer is refused. */
export const request = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('decide'), seat, question: number, choice }),
  /** Takes back one's decision with this number, and all after it; by default one's last. */
  z.strictObject({ type: z.literal('undo'), to: number.exactOptional() }),
  /** Answers somebody's wish to take decisions back; `proposal` is its number. */
  z.strictObject({ type: z.literal('consent'), proposal: number, yes: z.boolean() }),
  z.strictObject({ type: z.literal('chat'), text: z.string().trim().min(1).max(MAX_TEXT_LENGTH) }),
  /** All up to this number was looked at. */
  z.strictObject({ type: z.literal('seen'), number }),
  z.strictObject({ type: z.literal('explain'), seat, option: name }),
  z.strictObject({ type: z.literal('preview'), seat, choice }),
  z.strictObject({ type: z.literal('seat'), seat, to: seatChange }),
  /** Everything since one's last look. */
  z.strictObject({ type: z.literal('news') }),
  /** How the table stood after entry `from` (0: at its beginning), and what happened from there up to `to`. */
  z.strictObject({ type: z.literal('history'), from: number, to: number }),
  /** What a bot would do in one's place; by default one that the game has a policy for, else `normal`. */
  z.strictObject({ type: z.literal('hint'), seat, agent: agent.exactOptional() }),
])
/** What a client can ask of a table. */
export type Request = z.infer<typeof request>

/** The first message of a socket. Without a key one looks on; `last` is the last number that one has. */
export const hello = z.strictObject({
  type: z.literal('hello'),
  table: name,
  key: z.string().max(100).exactOptional(),
  last: number.exactOptional(),
})
/** The first message of a client. */
export type Hello = z.infer<typeof hello>

/** All that a client sends. The id is the client's own number for it. */
export const clientMessage = z.strictObject({
  id: number,
  ask: z.discriminatedUnion('type', [hello, ...request.options]),
})
/** A message from a client to a server. */
export type ClientMessage = z.infer<typeof clientMessage>

/** What one may know: of each seat that one has, or (`eye` null) of an onlooker. */
const told = z.strictObject({
  eye: seat.nullable(),
  events: z.array(event),
  decision: decision.exactOptional(),
  /** If they are others than before. */
  values: values.exactOptional(),
})
const shown = z.strictObject({ eye: seat.nullable(), view, values: values.exactOptional() })
/** What one pair of eyes is told of a step. */
export type SeatUpdate = z.infer<typeof told>
/** What one pair of eyes sees. */
export type SeatSnapshot = z.infer<typeof shown>

/** What was seen since a decision that is taken back: dice, something hidden, answers of others. */
const beyond = z.enum(['rolled', 'revealed', 'answered'])
/** Why taking back goes beyond what is free. */
export type UndoBarrier = z.infer<typeof beyond>

const happened = { number, at: number } // the time in milliseconds

/** The lowest number of a decision that one may take back freely, and by asking the others; null: there is none. */
const horizon = z.strictObject({ free: number.nullable(), ask: number.nullable() })
/** How far one may take back. */
export type UndoHorizon = z.infer<typeof horizon>
/** How far one may take back from here on, if one has seats. What is sent later, as history or as missed, is without it. */
const undoing = { horizon: horizon.exactOptional() }

/** What happens at a table. */
export const tableUpdate = z.discriminatedUnion('type', [
  /** Somebody has decided. `decisions` is how many count by now; `question` is the number of the current question. */
  z.strictObject({
    type: z.literal('step'),
    ...happened,
    seat,
    decisions: number,
    question: number,
    deciding: z.array(seat),
    ...undoing,
    told: z.array(told),
  }),
  /** Decisions from number `to` on are taken back. */
  z.strictObject({
    type: z.literal('undone'),
    ...happened,
    by: z.string(),
    to: number,
    /** What one cannot unsee, if it was not free. */
    beyond: z.array(beyond).exactOptional(),
    decisions: number,
    question: number,
    ...undoing,
    shown: z.array(shown),
  }),
  /** Somebody wants to take back more than is free: the others are asked. */
  z.strictObject({
    type: z.literal('proposal'),
    ...happened,
    by: z.string(),
    person: z.string(),
    to: number,
  }),
  z.strictObject({
    type: z.literal('consent'),
    ...happened,
    by: z.string(),
    proposal: number,
    yes: z.boolean(),
  }),
  z.strictObject({
    type: z.literal('chat'),
    ...happened,
    by: z.string(),
    seats: z.array(seat),
    text: z.string(),
  }),
  /** Who sits where has changed; your seats may be others now. */
  z.strictObject({
    type: z.literal('seats'),
    ...happened,
    seats: tableDocument.shape.seats,
    question: number,
    ...undoing,
    shown: z.array(shown),
  }),
  /** Something about the table that people should know: a bot that did not answer. */
  z.strictObject({ type: z.literal('note'), ...happened, text: z.string() }),
  /** The table goes on by other rules. */
  z.strictObject({
    type: z.literal('moved'),
    ...happened,
    fingerprint: z.string(),
    question: number,
    ...undoing,
    shown: z.array(shown),
  }),
])
/** What happened at a table, as its people are told. */
export type TableUpdate = z.infer<typeof tableUpdate>

/** The answer to `hello`. With `last` what was missed follows, and `shown` is empty. */
export const welcome = z.strictObject({
  type: z.literal('welcome'),
  id: number,
  number,
  question: number,
  decisions: number,
  table: tableDocument,
  you: z.strictObject({
    person: z.string().nullable(),
    name: z.string(),
    host: z.boolean(),
    seats: z.array(seat),
    seen: number,
  }),
  horizon,
  shown: z.array(shown),
})
/** The answer to the first message. */
export type Welcome = z.infer<typeof welcome>

/** A page of what happened: `shown` as it stood after entry `from`, then at most MAX_HISTORY happenings. */
const history = z.strictObject({
  from: number,
  shown: z.array(shown),
  /** What was told before the first decision, if `from` is 0. */
  opening: z.array(z.strictObject({ eye: seat.nullable(), events: z.array(event) })),
  happenings: z.array(tableUpdate),
})
/** A part of what happened. */
export type History = z.infer<typeof history>

/** What a bot would do: the answer, the lines of its policy that decided, and what it would do next. */
const hint = z.strictObject({
  seat,
  agent: z.string(),
  choice,
  label: z.string(),
  reasons: z.array(policyReason),
  plan: z.array(z.strictObject({ seat, choice, label: z.string() })),
})
/** What a bot would do. */
export type Hint = z.infer<typeof hint>

/** The answer to a request that was carried out. */
export const done = z.strictObject({
  type: z.literal('done'),
  id: number,
  /** Of what happened because of it. */
  number: number.exactOptional(),
  explanation: explanation.exactOptional(),
  preview: preview.exactOptional(),
  news: news.exactOptional(),
  history: history.exactOptional(),
  hint: hint.exactOptional(),
})
/** The answer to a request that was carried out. */
export type Done = z.infer<typeof done>

/** A bot thinks: how much of its budget is spent, from 0 to 1. It has no number: who misses it misses nothing. */
export const thinking = z.strictObject({ type: z.literal('thinking'), seat, done: z.number().min(0).max(1) })
/** How far a bot has come. */
export type BotThinking = z.infer<typeof thinking>

/** The answer to a request that was refused. */
export const failed = z.strictObject({ type: z.literal('error'), id: number.nullable(), ...refusal.shape })

/** A message from a server to a client. */
export const serverMessage = z.discriminatedUnion('type', [
  ...tableUpdate.options,
  thinking,
  welcome,
  done,
  failed,
])
/** A message from a server to a client. */
export type ServerMessage = z.infer<typeof serverMessage>
