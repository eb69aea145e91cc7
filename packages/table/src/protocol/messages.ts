/**
 * The WebSocket messages. A client sends requests, each with its own id, and gets one `done` or `error` for each. The
 * server sends the table's updates, numbered without gaps. A client that reconnects sends the last number it has and
 * resumes from there.
 */
import {
  choice,
  decision,
  event,
  explanation,
  name,
  policyReason,
  savedState,
  view,
} from '@ludoforge/agents/shapes'
import { z } from 'zod'
import { clockFace } from './clock.js'
import { agent, news, seatChange, tableDocument } from './documents.js'
import { MAX_PREVIEWS, MAX_TEXT_LENGTH } from './limits.js'
import { refusal, textSchema, values } from './shapes.js'

const number = z.number().int().min(0)
const seat = name

/** The requests to a table. `question` is the number of the question being answered, so that late answers are refused. */
export const request = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('decide'), seat, question: number, choice }),
  /** Undoes your decision with this number and everything after it. The default is your last decision. */
  z.strictObject({ type: z.literal('undo'), to: number.exactOptional() }),
  /** Answers an undo proposal, or a request for your seat; `proposal` is its number. */
  z.strictObject({ type: z.literal('consent'), proposal: number, yes: z.boolean() }),
  z.strictObject({ type: z.literal('chat'), text: textSchema('A message', MAX_TEXT_LENGTH) }),
  /** Marks everything up to this number as read. */
  z.strictObject({ type: z.literal('seen'), number }),
  z.strictObject({ type: z.literal('explain'), seat, option: name }),
  /** Previews answers to the open question. They are tried one by one, each from the present. */
  z.strictObject({ type: z.literal('preview'), seat, choices: z.array(choice).min(1).max(MAX_PREVIEWS) }),
  /** Changes who plays a seat. If it is another person's, and they aren't away, this asks them. */
  z.strictObject({ type: z.literal('seat'), seat, to: seatChange }),
  /** Asks for everything since your last visit. */
  z.strictObject({ type: z.literal('news') }),
  /** Asks for the snapshot after entry `from` (0 is the start) and the updates from there up to `to`. */
  z.strictObject({ type: z.literal('history'), from: number, to: number }),
  /** Asks for a hint. The default agent is the seat's policy, or `normal` if it has none. */
  z.strictObject({ type: z.literal('hint'), seat, agent: agent.exactOptional() }),
  /** Asks for the position after entry `number` as this seat may know it: a determinization, to branch off from. */
  z.strictObject({ type: z.literal('explore'), seat, number }),
])
/** A request to a table. */
export type Request = z.infer<typeof request>

/** The first message of a connection. Without a key you are a spectator. `last` is the last update you have. */
export const hello = z.strictObject({
  type: z.literal('hello'),
  table: name,
  key: z.string().max(100).exactOptional(),
  last: number.exactOptional(),
})
/** The first message of a client. */
export type Hello = z.infer<typeof hello>

/** A message from a client to a server. The client chooses the id. */
export const clientMessage = z.strictObject({
  id: number,
  ask: z.discriminatedUnion('type', [hello, ...request.options]),
})
/** A message from a client to a server. */
export type ClientMessage = z.infer<typeof clientMessage>

/** The events that a viewer may know: one of your seats, or a spectator (`eye` is null). */
const seatUpdate = z.strictObject({
  eye: seat.nullable(),
  events: z.array(event),
  decision: decision.exactOptional(),
  /** Present if the values have changed. */
  values: values.exactOptional(),
})
const seatSnapshot = z.strictObject({ eye: seat.nullable(), view, values: values.exactOptional() })
/** The events of a step for one viewer. */
export type SeatUpdate = z.infer<typeof seatUpdate>
/** The whole view of one viewer. */
export type SeatSnapshot = z.infer<typeof seatSnapshot>

/** What an undo can't make unseen: dice, revealed information, answers of others, the end of the game. */
const undoBarrier = z.enum(['rolled', 'revealed', 'answered', 'ended'])
/** Why an undo isn't free. */
export type UndoBarrier = z.infer<typeof undoBarrier>

const stamp = { number, at: number } // the time in milliseconds

/** The number of the earliest decision you may undo freely, and with consent of the others. Null if there is none. */
const horizon = z.strictObject({ free: number.nullable(), ask: number.nullable() })
/** How far you may undo. */
export type UndoHorizon = z.infer<typeof horizon>
/**
 * The undo horizon after this update, if you have seats, and the table's clock, if it has one. Updates sent later, as
 * history or on resuming, omit both.
 */
const live = { horizon: horizon.exactOptional(), clock: clockFace.exactOptional() }

/** An update: what happened at a table, as its viewers may know it. */
export const tableUpdate = z.discriminatedUnion('type', [
  /** A seat has decided. `decisions` is the number of active decisions; `question` is the current question's number. */
  z.strictObject({
    type: z.literal('step'),
    ...stamp,
    seat,
    decisions: number,
    question: number,
    deciding: z.array(seat),
    ...live,
    told: z.array(seatUpdate),
  }),
  /** The decisions from number `to` on are undone. */
  z.strictObject({
    type: z.literal('undone'),
    ...stamp,
    by: z.string(),
    to: number,
    /** What can't be made unseen, if the undo wasn't free. */
    beyond: z.array(undoBarrier).exactOptional(),
    decisions: number,
    question: number,
    ...live,
    shown: z.array(seatSnapshot),
  }),
  /** A person proposes an undo that isn't free. The others must agree. */
  z.strictObject({
    type: z.literal('proposal'),
    ...stamp,
    by: z.string(),
    person: z.string(),
    to: number,
  }),
  z.strictObject({
    type: z.literal('consent'),
    ...stamp,
    by: z.string(),
    proposal: number,
    yes: z.boolean(),
  }),
  z.strictObject({
    type: z.literal('chat'),
    ...stamp,
    by: z.string(),
    person: z.string().exactOptional(), // entries of earlier versions have none
    seats: z.array(seat),
    text: z.string(),
  }),
  /** The seating has changed, perhaps also your seats. */
  z.strictObject({
    type: z.literal('seats'),
    ...stamp,
    seats: tableDocument.shape.seats,
    question: number,
    ...live,
    shown: z.array(seatSnapshot),
  }),
  /** The server has handed out the save of the finished game, with its seed. The game can't continue. */
  z.strictObject({ type: z.literal('disclosed'), ...stamp, ...live }),
  /** A rematch of the finished game: the id of the new table, where the same people have seats. */
  z.strictObject({ type: z.literal('rematch'), ...stamp, by: z.string(), table: z.string() }),
  /** A notice to everybody at the table, for example that a bot failed. */
  z.strictObject({ type: z.literal('note'), ...stamp, text: z.string() }),
  /** Rules migration: the table continues under other rules. */
  z.strictObject({
    type: z.literal('moved'),
    ...stamp,
    fingerprint: z.string(),
    question: number,
    ...live,
    shown: z.array(seatSnapshot),
  }),
])
/** An update: what happened at a table, as its viewers may know it. */
export type TableUpdate = z.infer<typeof tableUpdate>

/** The answer to `hello`. With `last`, the missed updates follow and `shown` is empty. */
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
  shown: z.array(seatSnapshot),
})
/** The answer to `hello`. */
export type Welcome = z.infer<typeof welcome>

/** A page of history: snapshots after entry `from`, then at most `MAX_HISTORY_PAGE` updates. */
const history = z.strictObject({
  from: number,
  shown: z.array(seatSnapshot),
  /** The events before the first decision, if `from` is 0. */
  opening: z.array(z.strictObject({ eye: seat.nullable(), events: z.array(event) })),
  happenings: z.array(tableUpdate),
})
/** A page of history. */
export type History = z.infer<typeof history>

/** A hint: the bot's answer, the policy lines that decided it, and the rest of its plan. */
const hint = z.strictObject({
  seat,
  agent: z.string(),
  /** The agent that was asked, if all threads were busy for so long that a quicker one answered. */
  instead: z.string().exactOptional(),
  choice,
  label: z.string(),
  reasons: z.array(policyReason),
  plan: z.array(z.strictObject({ seat, choice, label: z.string() })),
})
/** A hint of a bot. */
export type Hint = z.infer<typeof hint>

/** Events, why they end there, the computed values of seats and spaces that are different then, and the next question. */
const foreseen = {
  events: z.array(event),
  until: z.enum(['question', 'over', 'chance', 'hidden']),
  values: values.exactOptional(),
  next: z
    .strictObject({ seat, prompt: z.string().exactOptional(), again: z.literal(true).exactOptional() })
    .exactOptional(),
}
/** A preview. If it changes nothing on the board yet, it has an example of what could follow. */
const valuedPreview = z.strictObject({ ...foreseen, example: z.strictObject(foreseen).exactOptional() })
/** A preview of an answer. */
export type ValuedPreview = z.infer<typeof valuedPreview>

/** The answer to a successful request. */
export const done = z.strictObject({
  type: z.literal('done'),
  id: number,
  /** The number of the update that the request caused. */
  number: number.exactOptional(),
  explanation: explanation.exactOptional(),
  previews: z.array(valuedPreview).exactOptional(),
  news: news.exactOptional(),
  history: history.exactOptional(),
  hint: hint.exactOptional(),
  position: savedState.exactOptional(),
})
/** The answer to a successful request. */
export type Done = z.infer<typeof done>

/** The progress of a thinking bot: the spent share of its budget, from 0 to 1. It has no number and may be lost. */
export const thinking = z.strictObject({ type: z.literal('thinking'), seat, done: z.number().min(0).max(1) })
/** The progress of a thinking bot. */
export type BotThinking = z.infer<typeof thinking>

/** The answer to a refused request. */
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
