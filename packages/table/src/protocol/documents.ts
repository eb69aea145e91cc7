/** The bodies and replies of the REST endpoints. */
import type { Book, GameListing } from '@ludoforge/look'
import type { LessonPosition } from '@ludoforge/play'
import { z } from 'zod'
import { choice, exactSchema, constant, event, name, outcome, view } from '@ludoforge/agents/shapes'
import { clockFace, clockRule } from './clock.js'
import {
  MAX_ABSENCE,
  MAX_INVITATION_DAYS,
  MAX_LESSON_ANSWERS,
  MAX_NAME_LENGTH,
  MAX_REPORT_LENGTH,
  MAX_TABLE_NAME_LENGTH,
  MIN_ABSENCE,
} from './limits.js'
import { nameSchema, textSchema, values } from './shapes.js'

const number = z.number().int().min(0)
const personName = nameSchema('A name', MAX_NAME_LENGTH).min(1, "A name can't be empty.")
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
    scenarios: z.array(
      z.strictObject({ id: z.string(), title: z.string(), says, players: z.number().exactOptional() }),
    ),
    players: z.string().exactOptional(),
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
    puzzles: z.number().exactOptional(),
    agents: z.array(
      z.strictObject({
        spec: z.string(),
        title: z.string(),
        says: z.string(),
        listedIn: z.record(name, name).exactOptional(), // by seat: the game option that lists it
      }),
    ),
    lessons: z
      .array(
        z.strictObject({
          id: z.string(),
          title: z.string(),
          seat: z.string(),
          tasks: z.number(),
          minutes: z.number(),
        }),
      )
      .exactOptional(),
    guides: z.array(z.strictObject({ seat: z.string(), title: z.string() })).exactOptional(),
  }),
)

/** A game that is still being compiled. */
export const preparedGame = z.strictObject({ id: z.string(), title: z.string(), summary: z.string() })

const bookLocation = z.strictObject({ path: z.string(), line: z.number() })

const bookTable = z.strictObject({
  title: z.string(),
  columns: z.array(z.string()),
  rows: z.array(z.array(z.string())),
  isFolded: z.boolean(),
})

/** The rulebook of a game: Markdown, its data as tables, where it opens, and its glossary. */
export const book = exactSchema<Book>()(
  z.strictObject({
    files: z.array(
      z.strictObject({
        path: z.string(),
        title: z.string(),
        markdown: z.string(),
        data: z.array(z.strictObject({ line: z.number(), tables: z.array(bookTable) })).exactOptional(),
        cards: z.array(z.number()).exactOptional(), // lines of headings
        follows: z.array(z.strictObject({ line: z.number(), text: z.string() })).exactOptional(),
      }),
    ),
    start: z.array(bookLocation).exactOptional(),
    others: z.record(z.string(), z.string()).exactOptional(), // the other texts of its folder, by path
    terms: z
      .array(
        z.strictObject({
          name: z.string(),
          means: z.string().exactOptional(),
          kind: z.string().exactOptional(),
          also: z.array(z.string()).exactOptional(),
          rule: z.string().exactOptional(),
          at: bookLocation.exactOptional(),
        }),
      )
      .exactOptional(),
    puzzles: z
      .array(
        z.strictObject({
          scenario: z.string().exactOptional(),
          seed: z.union([z.string(), z.number()]),
          options: z.record(z.string(), constant),
          decisions: z.array(choice),
          hash: z.string(),
          seat: z.string(),
          solution: z.array(choice),
          margins: z.array(z.strictObject({ iterations: z.number(), best: z.number(), next: z.number() })),
        }),
      )
      .exactOptional(),
  }),
)

/** Whether the page has a server, its version, and whether the documentation is at `docs/`. */
export const site = z.strictObject({ server: z.boolean(), version: z.string(), docs: z.boolean() })

/** Who gets a seat: me, a bot, anyone invited (`open`), or the `person` for whom a bot plays, or whose seat it was. */
export const seatChange = z.union([z.enum(['me', 'open', 'person']), z.strictObject({ bot: agent })])
/** Who gets a seat. */
export type SeatChange = z.infer<typeof seatChange>

const seatPerson = z.strictObject({ person: z.string(), name: z.string() })

/** A seat and its player. `person` is the same id for all seats of one person. */
export const seatDocument = z.strictObject({
  seat: z.string(),
  kind: z.enum(['person', 'bot', 'open']),
  person: z.string().exactOptional(),
  name: z.string().exactOptional(),
  agent: z.string().exactOptional(),
  /** Other people who have had this seat, and so have seen what it sees. */
  seenBy: z.array(seatPerson).exactOptional(),
  /** The person whose seat was taken over. They can have it back. */
  takenFrom: seatPerson.exactOptional(),
  /** A request for this seat, which its player can answer with `consent`. */
  request: seatPerson.extend({ number, to: seatChange }).exactOptional(),
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
  /** The server has handed out the seed, in the save of the finished game. The game can't continue. */
  disclosed: z.boolean(),
  /** The seconds that a person must be away before others may take their seat without consent. */
  absence: number,
  created: number,
  changed: number,
  number,
  deciding: z.array(z.string()),
  outcome: outcome.exactOptional(),
  /** Absent if the table has no clock. */
  clock: clockFace.exactOptional(),
  /** The id of the table where the same people play again. */
  rematch: z.string().exactOptional(),
})
/** The public information about a table. */
export type TableDocument = z.infer<typeof tableDocument>

/** The request for a new table. */
export const newTable = z.strictObject({
  game: name,
  scenario: name.exactOptional(),
  options: z.record(name, constant).exactOptional(),
  name: nameSchema('The name of a table', MAX_TABLE_NAME_LENGTH).exactOptional(),
  you: personName,
  /** Unnamed seats are open. */
  seats: z.record(name, seatChange).exactOptional(),
  listed: z.boolean().exactOptional(),
  /** By default the table has no clock. */
  clock: clockRule.exactOptional(),
  /** The seconds that a person must be away before others may take their seat. The default is 10 minutes. */
  absence: z.number().int().min(MIN_ABSENCE).max(MAX_ABSENCE).exactOptional(),
})
/** The request for a new table. */
export type NewTable = z.infer<typeof newTable>

/** The request for a table from a save file (its text). Seats are assigned as for a new table. */
export const newFromSave = newTable
  .pick({ name: true, you: true, seats: true, listed: true, clock: true, absence: true })
  .extend({ save: z.string().min(1) })
/** The request for a table that continues a save file. */
export type NewFromSave = z.infer<typeof newFromSave>

/** A table and the key of your seats. The server shows the key once; its holder has the seats. */
export const seated = z.strictObject({ table: tableDocument, key: z.string() })
/** A table and the key of your seats. */
export type Seated = z.infer<typeof seated>

/** The request for a rematch. `rotate` gives each player the next seat. */
export const newRematch = z.strictObject({ rotate: z.boolean() })
/** The request for a rematch. */
export type NewRematch = z.infer<typeof newRematch>

/** The seats of an invitation, and for how many days it is valid: 14 by default. */
export const newInvitation = z.strictObject({
  seats: z.array(name).min(1).max(50),
  days: z.number().int().min(1).max(MAX_INVITATION_DAYS).exactOptional(),
})
/** An invitation in the host's list. `until` is its end, in milliseconds. */
export const invitationDocument = z.strictObject({
  id: z.string(),
  seats: z.array(z.string()),
  created: number,
  until: number,
})
/** An invitation in the host's list. */
export type InvitationDocument = z.infer<typeof invitationDocument>
/** An invitation. The secret is in the fragment of `link`, which browsers never send to a server. */
export const invitation = invitationDocument.extend({ secret: z.string(), link: z.string() })

/** A report about a person at the table, for the operator of the server. */
export const newReport = z.strictObject({
  person: z.string().max(100),
  text: textSchema('A report', MAX_REPORT_LENGTH),
})
/** Blocks a person at the table, or ends it. */
export const newBlock = z.strictObject({ person: z.string().max(100), blocked: z.boolean() })
/** The people at the table whom you have blocked. */
export const blocks = z.strictObject({ people: z.array(z.string()) })

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

/** The request to change a password. It ends all other sessions. */
export const passwordChange = z.strictObject({
  old: z.string().min(1).max(200),
  password: newAccount.shape.password,
})
/** The request for a mail that resets a forgotten password. */
export const resetRequest = z.strictObject({ login: credentials.shape.login })
/** A new password, with the token from the mail. */
export const passwordReset = z.strictObject({
  token: z.string().max(100),
  password: newAccount.shape.password,
})
/** The request to delete an account, confirmed by its password. */
export const accountDeletion = z.strictObject({ password: z.string().min(1).max(200) })

/** A login on some device, which ends on its own after 60 days. */
export const session = z.strictObject({
  id: z.string(),
  since: number,
  device: z.string(), // the browser's `User-Agent`
  current: z.boolean(),
})
/** A login on some device. */
export type Session = z.infer<typeof session>

const lessonName = z.string().min(1).max(200)

/** How far a learner is in a lesson. */
export const learnedLesson = z.strictObject({
  game: lessonName,
  lesson: lessonName,
  /** It was finished at least once. */
  done: z.boolean(),
  /** When that was, in milliseconds, by the learner's clock. */
  at: z.int().min(0),
  /** Where the learner left it. */
  position: exactSchema<LessonPosition>()(
    z.strictObject({
      lesson: lessonName,
      done: z.array(z.array(choice).max(MAX_LESSON_ANSWERS)).max(MAX_LESSON_ANSWERS),
      read: z.int().min(0),
    }),
  ).exactOptional(),
})
/** How far a learner is in a lesson. */
export type LearnedLesson = z.infer<typeof learnedLesson>

/** Everything that a server stores about an account, without secrets. */
export const accountExport = z.strictObject({
  account: z.strictObject({ ...account.shape, created: number }),
  /** Finished games have their save. */
  tables: z.array(
    z.strictObject({ table: tableDocument, seats: z.array(z.string()), save: z.string().exactOptional() }),
  ),
  addresses: z.array(z.strictObject({ url: z.string(), confirmed: z.boolean(), created: number })),
  sessions: z.array(session.pick({ since: true, device: true })),
  lessons: z.array(learnedLesson),
  projects: z.array(
    z.strictObject({
      title: z.string(),
      created: number,
      changed: number,
      files: z.record(z.string(), z.string()),
      saves: z.array(
        z.strictObject({ name: z.string(), at: number, files: z.record(z.string(), z.string()) }),
      ),
    }),
  ),
})
/** Everything that a server stores about an account. */
export type AccountExport = z.infer<typeof accountExport>

/** A table and the key of your seats there. */
export const seatKey = z.strictObject({ table: z.string().max(100), key: z.string().max(100) })

/** The keys of a browser without an account. */
export const seatKeys = z.strictObject({ keys: z.array(seatKey).max(200) })

/** The address of a webhook (http, https) or a mailbox (mailto:). */
const address = z.string().max(500)
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

/** A browser's subscription to push messages, as `PushManager.subscribe` returns it. */
export const pushSubscription = z.strictObject({
  endpoint: z.url({ protocol: /^https?$/ }).max(1000),
  keys: z.strictObject({
    p256dh: z.string().regex(/^[\w-]{87}=?$/), // an uncompressed point of P-256
    auth: z.string().regex(/^[\w-]{22}(?:==)?$/),
  }),
})
/** A browser's subscription to push messages. */
export type PushSubscription = z.infer<typeof pushSubscription>
/** The key that browsers subscribe with (VAPID), and whether the server sends mail. */
export const notificationChannels = z.strictObject({ pushKey: z.string(), mail: z.boolean() })

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
export const health = z.strictObject({
  ok: z.boolean(),
  store: z.string(),
  problem: z.string().exactOptional(),
})
