/** The REST endpoints. The server, its clients and the OpenAPI document are derived from this table. */
import type { GameDef } from '@ludoforge/kernel'
import type { Scene } from '@ludoforge/look'
import { z } from 'zod'
import * as doc from './documents.js'
import { done, request } from './messages.js'
import { type EndpointName, type Path, PATHS } from './paths.js'

/**
 * Who may call an endpoint. `person`: a person at the table, by `Authorization: Bearer KEY` or by an account.
 * `host`: the person who created the table. `account`: any logged-in account.
 */
export type Access = 'anybody' | 'person' | 'host' | 'account'

/** An endpoint: its path, summary (`says`), access, and the schemas of its body and reply. */
export interface Endpoint extends Path {
  readonly says: string
  readonly who: Access
  readonly body?: z.ZodType
  readonly reply: z.ZodType
  readonly text?: string // the media type of a reply that isn't JSON
  readonly mostBytes?: number // of the body; 64 kB by default
}

const nothing = z.strictObject({})
const anything = z.record(z.string(), z.unknown())

/** All endpoints of the server. */
export const ENDPOINTS = {
  health: {
    ...PATHS.health,
    who: 'anybody',
    says: 'Checks that the server and its database respond',
    reply: doc.health,
  },
  openapi: { ...PATHS.openapi, who: 'anybody', says: 'This document', reply: anything },
  socketSchema: {
    ...PATHS.socketSchema,
    who: 'anybody',
    says: 'The JSON Schemas of the WebSocket messages',
    reply: anything,
  },
  site: {
    ...PATHS.site,
    who: 'anybody',
    says: 'Tells a page whether it has a server',
    reply: doc.site,
  },
  games: {
    ...PATHS.games,
    who: 'anybody',
    says: 'The games that you can create tables of',
    reply: z.array(doc.gameListing),
  },
  preparing: {
    ...PATHS.preparing,
    who: 'anybody',
    says: 'The games that the server is still compiling',
    reply: z.array(doc.preparedGame),
  },
  rules: {
    ...PATHS.rules,
    who: 'anybody',
    says: 'The compiled rules (GameDef) of a fingerprint',
    reply: anything,
  },
  scene: {
    ...PATHS.scene,
    who: 'anybody',
    says: 'The scene that a page draws (Scene)',
    reply: anything,
  },
  book: {
    ...PATHS.book,
    who: 'anybody',
    says: 'The rulebook: its files in reading order',
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
    says: 'The public tables, most recently changed first',
    reply: z.array(doc.tableDocument),
  },
  makeTable: {
    ...PATHS.makeTable,
    who: 'anybody',
    says: 'Creates a table. The caller becomes its host',
    body: doc.newTable,
    reply: doc.seated,
  },
  upload: {
    ...PATHS.upload,
    who: 'anybody',
    says: 'Creates a table from a save file',
    body: doc.newFromSave,
    reply: doc.seated,
    mostBytes: 8 << 20,
  },
  tablesOfKeys: {
    ...PATHS.tablesOfKeys,
    who: 'anybody',
    says: 'The tables of these keys, with their unread counts. Invalid keys are skipped',
    body: doc.seatKeys,
    reply: doc.myTables,
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
    says: 'The current view of each of your seats, or of a spectator without a key',
    reply: doc.tableStatus,
  },
  news: {
    ...PATHS.news,
    who: 'person',
    says: 'Everything since your last visit',
    reply: doc.news,
  },
  save: {
    ...PATHS.save,
    who: 'anybody',
    says: 'A finished game as a save file',
    reply: z.string(),
    text: 'text/plain',
  },
  ask: {
    ...PATHS.ask,
    who: 'person',
    says: 'Any request of the WebSocket',
    body: request,
    reply: done.omit({ type: true, id: true }),
  },
  invite: {
    ...PATHS.invite,
    who: 'host',
    says: 'Creates a link to take one of these seats while it is open',
    body: doc.newInvitation,
    reply: doc.invitation,
  },
  join: {
    ...PATHS.join,
    who: 'anybody',
    says: 'Takes a seat with an invitation',
    body: doc.joinRequest,
    reply: doc.seated,
  },
  register: {
    ...PATHS.register,
    who: 'anybody',
    says: 'Creates an account and logs in',
    body: doc.newAccount,
    reply: doc.account,
  },
  login: {
    ...PATHS.login,
    who: 'anybody',
    says: 'Logs in with an HttpOnly cookie',
    body: doc.credentials,
    reply: doc.account,
  },
  logout: { ...PATHS.logout, who: 'anybody', says: 'Logs out', reply: nothing },
  me: { ...PATHS.me, who: 'account', says: 'The logged-in account', reply: doc.account },
  myTables: {
    ...PATHS.myTables,
    who: 'account',
    says: 'The tables of the account, with their unread counts',
    reply: doc.myTables,
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
    says: 'Notifies an address whose turn it is at this table',
    body: doc.newHook,
    reply: doc.webhook,
  },
  addMyHook: {
    ...PATHS.addMyHook,
    who: 'account',
    says: 'Notifies an address when it is your turn at any of your tables',
    body: doc.newAccountHook,
    reply: doc.webhook,
  },
  confirmHook: {
    ...PATHS.confirmHook,
    who: 'anybody',
    says: 'Confirms a mailbox, with the secret from its mail in `Authorization: Bearer`',
    reply: nothing,
  },
  removeHook: {
    ...PATHS.removeHook,
    who: 'anybody',
    says: 'Removes an address, with its secret in `Authorization: Bearer`',
    reply: nothing,
  },
} as const satisfies Readonly<Record<EndpointName, Endpoint>>

/** Replies that no schema types. */
interface Documents {
  readonly rules: GameDef // linking checks it
  readonly scene: Scene
}

/** The reply of an endpoint. */
export type Reply<N extends EndpointName> = N extends keyof Documents
  ? Documents[N]
  : z.infer<(typeof ENDPOINTS)[N]['reply']>
