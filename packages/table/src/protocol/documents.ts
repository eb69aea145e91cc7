/** The bodies and replies of the REST endpoints. */
import type { Book, GameListing } from '@ludoforge/look'
import { z } from 'zod'
import { exactSchema, constant, event, name, outcome, view } from '@ludoforge/agents/shapes'
import { values } from './shapes.js'

const number = z.number().int().min(0)
const personName = z.string().trim().min(1).max(40)
/** The spec of an agent. */
export const agent = z.string().min(1).max(100)

const says = z.string().exactOptional()
/** A game in the lobby, with the choices for a new table. */
export const gameListing = exactSchema<GameListing>()(
  z.strictObject({
    id: z.string(),
    title: z.string(),
    says: z.string(),
    fingerprint: z.string(),
    picture: z.string(),
    seats: z.array(z.strictObject({ id: z.string(), name: z.string(), colour: z.string() })),
    scenarios: z.array(z.strictObject({ id: z.string(), title: z.string(), says })),
    options: z.array(
      z.strictObject({
        id: z.string(),
        title: z.string(),
        says,
        type: z.string(),
        values: z.array(z.string()).exactOptional(),
        min: z.number().exactOptional(),
        max: z.number().exactOptional(),
        initial: constant,
      }),
    ),
    agents: z.array(
      z.strictObject({
        spec: z.string(),
        title: z.string(),
        says: z.string(),
        listedIn: z.record(name, name).exactOptional(), // by seat: the game option that lists it
      }),
    ),
  }),
)

/** A game that is still being compiled. */
export const preparedGame = z.strictObject({ id: z.string(), title: z.string(), summary: z.string() })

/** The rulebook of a game, as Markdown. */
export const book = exactSchema<Book>()(
  z.strictObject({
    files: z.array(z.strictObject({ path: z.string(), title: z.string(), markdown: z.string() })),
  }),
)

/** Whether the page has a server, its version, and whether the documentation is at `docs/`. */
export const site = z.strictObject({ server: z.boolean(), version: z.string(), docs: z.boolean() })

/** A seat and its player. `person` is the same id for all seats of one person. */
export const seatDocument = z.strictObject({
  seat: z.string(),
  kind: z.enum(['person', 'bot', 'open']),
  person: z.string().exactOptional(),
  name: z.string().exactOptional(),
  agent: z.string().exactOptional(),
})
/** A seat and its player. */
export type SeatDocument = z.infer<typeof seatDocument>

/** The public information about a table. */
export const tableDocument = z.strictObject({
  id: z.string(),
  name: z.string(),
  game: z.strictObject({ id: z.string(), title: z.string(), fingerprint: z.string() }),
  scenario: z.string(),
  options: z.record(z.string(), constant),
  seats: z.array(seatDocument),
  listed: z.boolean(),
  /** The table comes from a save file, whose owner knows all hidden information. */
  uploaded: z.boolean(),
  created: number,
  changed: number,
  number,
  deciding: z.array(z.string()),
  outcome: outcome.exactOptional(),
})
/** The public information about a table. */
export type TableDocument = z.infer<typeof tableDocument>

/** Who gets a seat: me, a bot, anyone invited (`open`), or the `person` for whom a bot plays now. */
export const seatChange = z.union([z.enum(['me', 'open', 'person']), z.strictObject({ bot: agent })])
/** Who gets a seat. */
export type SeatChange = z.infer<typeof seatChange>

/** The request for a new table. */
export const newTable = z.strictObject({
  game: name,
  scenario: name.exactOptional(),
  options: z.record(name, constant).exactOptional(),
  name: z.string().trim().max(80).exactOptional(),
  you: personName,
  /** Unnamed seats are open. */
  seats: z.record(name, seatChange).exactOptional(),
  listed: z.boolean().exactOptional(),
})
/** The request for a new table. */
export type NewTable = z.infer<typeof newTable>

/** The request for a table from a save file (its text). Seats are assigned as for a new table. */
export const newFromSave = newTable
  .pick({ name: true, you: true, seats: true, listed: true })
  .extend({ save: z.string().min(1) })
/** The request for a table that continues a save file. */
export type NewFromSave = z.infer<typeof newFromSave>

/** A table and the key of your seats. The server shows the key once; its holder has the seats. */
export const seated = z.strictObject({ table: tableDocument, key: z.string() })
/** A table and the key of your seats. */
export type Seated = z.infer<typeof seated>

/** The seats of an invitation. */
export const newInvitation = z.strictObject({ seats: z.array(name).min(1).max(50) })
/** An invitation. The secret is in the fragment of `link`, which browsers never send to a server. */
export const invitation = z.strictObject({ secret: z.string(), link: z.string(), seats: z.array(z.string()) })

/** The request to take a seat by an invitation. */
export const joinRequest = z.strictObject({
  invitation: z.string().max(100),
  you: personName,
  seat: name.exactOptional(),
})

/** The credentials of a login. */
export const credentials = z.strictObject({
  login: z.string().min(1).max(60),
  password: z.string().min(1).max(200),
})
/** The request for an account. */
export const newAccount = z.strictObject({ name: personName, password: z.string().min(10).max(200) })
/** An account. `login` is the name plus random digits, so that registration doesn't reveal existing names. */
export const account = z.strictObject({ login: z.string(), name: z.string() })
/** An account on a server. */
export type Account = z.infer<typeof account>

/** A table and the key of your seats there. */
export const seatKey = z.strictObject({ table: z.string().max(100), key: z.string().max(100) })

/** The keys of a browser without an account. */
export const seatKeys = z.strictObject({ keys: z.array(seatKey).max(200) })

/** The address of a webhook (http, https) or a mailbox (mailto:). */
const address = z.url({ protocol: /^(https?|mailto)$/ }).max(500)
/** A subscription at a table. `about: table` covers everybody there and is for the host only. */
export const newHook = z.strictObject({ url: address, about: z.enum(['me', 'table']) })
/** A subscription of an account. */
export const newAccountHook = z.strictObject({ url: address })
/** A subscribed address. The secret signs notifications; a mailbox gets it by mail to confirm the address first. */
export const webhook = z.strictObject({
  id: z.string(),
  secret: z.string().exactOptional(),
  confirmed: z.boolean(),
})
/** A subscribed address. */
export type Webhook = z.infer<typeof webhook>

/** One of your tables, with its unread count. */
export const myTable = z.strictObject({
  table: tableDocument,
  seats: z.array(z.string()),
  unread: number,
  yourTurn: z.boolean(),
})
/** All your tables. */
export const myTables = z.array(myTable)

/** Events in order, grouped under their titles and actions. */
export interface NewsGroup {
  readonly title: string
  readonly kind: 'title' | 'action'
  readonly rule?: string
  readonly items: readonly NewsItem[]
}
/** An event or a group of events. */
export type NewsItem = z.infer<typeof event> | NewsGroup

const newsItem: z.ZodType<NewsItem> = z.lazy(() => z.union([newsGroup, event]))
const newsGroup: z.ZodType<NewsGroup> = z.lazy(() =>
  z.strictObject({
    title: z.string(),
    kind: z.enum(['title', 'action']),
    rule: z.string().exactOptional(),
    items: z.array(newsItem),
  }),
)

/** Everything since a person's last visit, as each of their seats may know it. */
export const news = z.strictObject({
  since: number,
  number,
  told: z.array(z.strictObject({ eye: z.string().nullable(), items: z.array(newsItem) })),
})
/** Everything since your last visit. */
export type News = z.infer<typeof news>

/** The current position of a table, as you may see it. */
export const tableStatus = z.strictObject({
  number,
  question: number,
  shown: z.array(z.strictObject({ eye: z.string().nullable(), view, values: values.exactOptional() })),
})

/** The result of a health check. */
export const health = z.strictObject({ ok: z.literal(true), store: z.string() })
