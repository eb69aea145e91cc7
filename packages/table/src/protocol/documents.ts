/** The documents of the REST part. */
import type { Book, GameListing } from '@ludoforge/look'
import { z } from 'zod'
import { complete, constant, event, name, outcome, view } from '@ludoforge/agents/shapes'
import { values } from './shapes.js'

const number = z.number().int().min(0)
const personName = z.string().trim().min(1).max(40)
/** The spec of a bot. */
export const agent = z.string().min(1).max(100)

const says = z.string().exactOptional()
/** A game as it stands in a lobby: enough to make a table of it. */
export const gameListing = complete<GameListing>()(
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
        listedIn: z.record(name, name).exactOptional(), // by seat: the option that lists it
      }),
    ),
  }),
)

/** A game that tables can be made of in a moment. */
export const preparedGame = z.strictObject({ id: z.string(), title: z.string(), summary: z.string() })

/** The rulebook of a game, as prose. */
export const book = complete<Book>()(
  z.strictObject({
    files: z.array(z.strictObject({ path: z.string(), title: z.string(), markdown: z.string() })),
  }),
)

/** Whether there is a server behind the page, of which version, and whether the documentation is at `docs/`. */
export const site = z.strictObject({ server: z.boolean(), version: z.string(), docs: z.boolean() })

/** Who sits there. `person` is the same for all seats of one person. */
export const seatDocument = z.strictObject({
  seat: z.string(),
  kind: z.enum(['person', 'bot', 'open']),
  person: z.string().exactOptional(),
  name: z.string().exactOptional(),
  agent: z.string().exactOptional(),
})
/** A seat, and who sits there. */
export type SeatDocument = z.infer<typeof seatDocument>

/** A table as anybody may know it. */
export const tableDocument = z.strictObject({
  id: z.string(),
  name: z.string(),
  game: z.strictObject({ id: z.string(), title: z.string(), fingerprint: z.string() }),
  scenario: z.string(),
  options: z.record(z.string(), constant),
  seats: z.array(seatDocument),
  listed: z.boolean(),
  /** It was made of a save file: whoever has that knows what is hidden. */
  uploaded: z.boolean(),
  created: number,
  changed: number,
  number,
  deciding: z.array(z.string()),
  outcome: outcome.exactOptional(),
})
/** A table as anybody may know it. */
export type TableDocument = z.infer<typeof tableDocument>

/** Whose a seat is to be: mine, a bot's, open to whoever is invited, or of the person again for whom a bot plays. */
export const seatChange = z.union([z.enum(['me', 'open', 'person']), z.strictObject({ bot: agent })])
/** Whose a seat is to be. */
export type SeatChange = z.infer<typeof seatChange>

/** What a table is made with. */
export const newTable = z.strictObject({
  game: name,
  scenario: name.exactOptional(),
  options: z.record(name, constant).exactOptional(),
  name: z.string().trim().max(80).exactOptional(),
  you: personName,
  /** Seats that are not named are open. */
  seats: z.record(name, seatChange).exactOptional(),
  listed: z.boolean().exactOptional(),
})
/** What a table is made with. */
export type NewTable = z.infer<typeof newTable>

/** A save file as a table: the text of the file. Who sits where is as for a new table. */
export const newFromSave = newTable
  .pick({ name: true, you: true, seats: true, listed: true })
  .extend({ save: z.string().min(1) })
/** A table that goes on with a save file. */
export type NewFromSave = z.infer<typeof newFromSave>

/** A key is shown once: whoever has it sits there. */
export const seated = z.strictObject({ table: tableDocument, key: z.string() })
/** A table, and the key to one's seats. */
export type Seated = z.infer<typeof seated>

/** Which seats an invitation is for. */
export const newInvitation = z.strictObject({ seats: z.array(name).min(1).max(50) })
/** `link` leads to the page; the secret stands behind its #, which browsers send to nobody. */
export const invitation = z.strictObject({ secret: z.string(), link: z.string(), seats: z.array(z.string()) })

/** How one takes a seat by an invitation. */
export const joining = z.strictObject({
  invitation: z.string().max(100),
  you: personName,
  seat: name.exactOptional(),
})

/** What one logs in with. */
export const credentials = z.strictObject({
  login: z.string().min(1).max(60),
  password: z.string().min(1).max(200),
})
/** What an account is made with. */
export const newAccount = z.strictObject({ name: personName, password: z.string().min(10).max(200) })
/** `login` is what one logs in with: the name and a few digits, so that nobody learns which names are taken. */
export const account = z.strictObject({ login: z.string(), name: z.string() })
/** Who somebody is on a server. */
export type Account = z.infer<typeof account>

/** A table, and the key to one's seats there. */
export const seatKey = z.strictObject({ table: z.string().max(100), key: z.string().max(100) })

/** What a browser without an account has. */
export const keys = z.strictObject({ keys: z.array(seatKey).max(200) })

/** A program (http, https) or a mailbox (mailto:) that wants to be told whose turn it is. */
const address = z.url({ protocol: /^(https?|mailto)$/ }).max(500)
/** `table`: about everybody there, which only the host may ask for. */
export const newHook = z.strictObject({ url: address, about: z.enum(['me', 'table']) })
/** Where notices to an account are to be sent. */
export const newOwnHook = z.strictObject({ url: address })
/** Notices are signed with the secret. A mailbox is sent it, and is told of nothing before it was confirmed. */
export const webhook = z.strictObject({
  id: z.string(),
  secret: z.string().exactOptional(),
  confirmed: z.boolean(),
})
/** An address that is told when one is asked. */
export type Webhook = z.infer<typeof webhook>

/** A table of one's own, and what is new there. */
export const ownTable = z.strictObject({
  table: tableDocument,
  seats: z.array(z.string()),
  unread: number,
  yourTurn: z.boolean(),
})
/** All tables of one's own. */
export const ownTables = z.array(ownTable)

/** What happened, in the order of things: under each title and action what belongs to it. */
export interface NewsGroup {
  readonly title: string
  readonly kind: 'title' | 'action'
  readonly rule?: string
  readonly items: readonly NewsItem[]
}
/** An event, or a group of them. */
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

/** Everything since a person's last look, as each of the person's seats may know it. */
export const news = z.strictObject({
  since: number,
  number,
  told: z.array(z.strictObject({ eye: z.string().nullable(), items: z.array(newsItem) })),
})
/** What happened since one was last here. */
export type News = z.infer<typeof news>

/** How a table stands. */
export const tableStatus = z.strictObject({
  number,
  question: number,
  shown: z.array(z.strictObject({ eye: z.string().nullable(), view, values: values.exactOptional() })),
})

/** Whether the server is well. */
export const health = z.strictObject({ ok: z.literal(true), store: z.string() })
