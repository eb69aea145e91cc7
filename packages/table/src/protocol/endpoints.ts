/** The REST part, one line for each thing that can be asked: the server, its clients and the OpenAPI page follow from it. */
import type { GameDef } from '@ludoforge/kernel'
import type { Scene } from '@ludoforge/look'
import { z } from 'zod'
import * as doc from './documents.js'
import { done, request } from './messages.js'
import { type EndpointName, type Path, PATHS } from './paths.js'

/**
 * Who may ask. `person`: whoever has a seat at the table, by the key in `Authorization: Bearer KEY` or by an account;
 * `host`: the person who made the table; `account`: whoever is logged in.
 */
export type Access = 'anybody' | 'person' | 'host' | 'account'

/** An address of the server: who may use it, what it takes, what it replies. */
export interface Endpoint extends Path {
  readonly says: string
  readonly who: Access
  readonly body?: z.ZodType
  readonly reply: z.ZodType
  readonly text?: string // the reply is a text of this type, not JSON
  readonly mostBytes?: number // of the body; else 64 kB
}

const nothing = z.strictObject({})
const anything = z.record(z.string(), z.unknown())

/** All addresses of the server. */
export const ENDPOINTS = {
  health: {
    ...PATHS.health,
    who: 'anybody',
    says: 'Whether the server and its store answer',
    reply: doc.health,
  },
  openapi: { ...PATHS.openapi, who: 'anybody', says: 'This page', reply: anything },
  socketSchema: {
    ...PATHS.socketSchema,
    who: 'anybody',
    says: 'The JSON Schemas of the messages on the socket',
    reply: anything,
  },
  site: {
    ...PATHS.site,
    who: 'anybody',
    says: 'Whether a page has a server at hand',
    reply: doc.site,
  },
  games: {
    ...PATHS.games,
    who: 'anybody',
    says: 'The games that tables can be made of',
    reply: z.array(doc.gameListing),
  },
  preparing: {
    ...PATHS.preparing,
    who: 'anybody',
    says: 'The games that the server has found and is still compiling',
    reply: z.array(doc.preparedGame),
  },
  rules: {
    ...PATHS.rules,
    who: 'anybody',
    says: 'The compiled rules (GameDef) that some table is played by',
    reply: anything,
  },
  scene: {
    ...PATHS.scene,
    who: 'anybody',
    says: 'What a page draws of the game (Scene)',
    reply: anything,
  },
  book: {
    ...PATHS.book,
    who: 'anybody',
    says: 'Its rulebook: files in reading order',
    reply: doc.book,
  },
  module: {
    ...PATHS.module,
    who: 'anybody',
    says: 'The game as an ES module, for play without a server',
    reply: z.string(),
    text: 'text/javascript',
  },
  tables: {
    ...PATHS.tables,
    who: 'anybody',
    says: 'The tables that are listed, the last changed first',
    reply: z.array(doc.tableDocument),
  },
  makeTable: {
    ...PATHS.makeTable,
    who: 'anybody',
    says: 'Makes a table; who makes it is its host',
    body: doc.newTable,
    reply: doc.seated,
  },
  upload: {
    ...PATHS.upload,
    who: 'anybody',
    says: 'Makes a table of a save file',
    body: doc.newFromSave,
    reply: doc.seated,
    mostBytes: 8 << 20,
  },
  tablesOfKeys: {
    ...PATHS.tablesOfKeys,
    who: 'anybody',
    says: 'The tables of these keys, with what is unread; a key that fits nothing is left out',
    body: doc.keys,
    reply: doc.ownTables,
  },
  table: {
    ...PATHS.table,
    who: 'anybody',
    says: 'A table',
    reply: doc.tableDocument,
  },
  look: {
    ...PATHS.look,
    who: 'anybody',
    says: 'What each of your seats sees now; without a key, what an onlooker sees',
    reply: doc.tableStatus,
  },
  news: {
    ...PATHS.news,
    who: 'person',
    says: 'Everything since your last look',
    reply: doc.news,
  },
  save: {
    ...PATHS.save,
    who: 'anybody',
    says: 'A game that is over as a save file',
    reply: z.string(),
    text: 'text/plain',
  },
  ask: {
    ...PATHS.ask,
    who: 'person',
    says: 'Any request of the socket',
    body: request,
    reply: done.omit({ type: true, id: true }),
  },
  invite: {
    ...PATHS.invite,
    who: 'host',
    says: 'Makes a link with which somebody can take one of these seats while it is open',
    body: doc.newInvitation,
    reply: doc.invitation,
  },
  join: {
    ...PATHS.join,
    who: 'anybody',
    says: 'Takes a seat with an invitation',
    body: doc.joining,
    reply: doc.seated,
  },
  register: {
    ...PATHS.register,
    who: 'anybody',
    says: 'Makes an account and logs in',
    body: doc.newAccount,
    reply: doc.account,
  },
  login: {
    ...PATHS.login,
    who: 'anybody',
    says: 'Logs in: a cookie that scripts cannot read',
    body: doc.credentials,
    reply: doc.account,
  },
  logout: { ...PATHS.logout, who: 'anybody', says: 'Logs out', reply: nothing },
  me: { ...PATHS.me, who: 'account', says: 'Who is logged in', reply: doc.account },
  myTables: {
    ...PATHS.myTables,
    who: 'account',
    says: 'The tables of the account, with what is unread',
    reply: doc.ownTables,
  },
  keep: {
    ...PATHS.keep,
    who: 'account',
    says: 'Adds the table of a key to the account',
    body: doc.seatKey,
    reply: nothing,
  },
  addHook: {
    ...PATHS.addHook,
    who: 'person',
    says: 'Tells an address whose turn it is at this table',
    body: doc.newHook,
    reply: doc.webhook,
  },
  addMyHook: {
    ...PATHS.addMyHook,
    who: 'account',
    says: 'Tells an address when it is your turn at any of your tables',
    body: doc.newOwnHook,
    reply: doc.webhook,
  },
  confirmHook: {
    ...PATHS.confirmHook,
    who: 'anybody',
    says: 'Confirms a mailbox, with the secret that it was sent in `Authorization: Bearer`',
    reply: nothing,
  },
  removeHook: {
    ...PATHS.removeHook,
    who: 'anybody',
    says: 'Tells an address nothing any more, with its secret in `Authorization: Bearer`',
    reply: nothing,
  },
} as const satisfies Readonly<Record<EndpointName, Endpoint>>

/** Replies whose type is not that of a schema. */
interface Documents {
  readonly rules: GameDef // linking checks it
  readonly scene: Scene
}

/** What an address replies. */
export type Reply<N extends EndpointName> = N extends keyof Documents
  ? Documents[N]
  : z.infer<(typeof ENDPOINTS)[N]['reply']>
