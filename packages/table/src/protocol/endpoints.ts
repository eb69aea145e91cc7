/** The REST endpoints. The server, its clients and the OpenAPI document are derived from this table. */
import type { GameDef } from '@ludoforge/kernel'
import type { Scene } from '@ludoforge/look'
import { z } from 'zod'
import * as doc from './documents.js'
import { done, request } from './messages.js'
import { type EndpointName, type Path, PATHS } from './paths.js'
import { PROJECT_ENDPOINTS } from './project-endpoints.js'

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
    says: 'Whether the server and its database work; status 503 if not',
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
  lessons: {
    ...PATHS.lessons,
    who: 'anybody',
    says: 'The lessons of a game as an ES module, for use with the module of the game',
    reply: z.string(),
    text: 'text/javascript',
  },
  tables: {
    ...PATHS.tables,
    who: 'anybody',
    says: 'The public tables, most recently changed first, 100 at a time. `?finished=1` lists finished games instead, and `?before=TIME,ID` the page after the table with this `changed` and `id`',
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
  deleteTable: {
    ...PATHS.deleteTable,
    who: 'host',
    says: 'Deletes a table where nobody else has a seat',
    reply: nothing,
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
  rematch: {
    ...PATHS.rematch,
    who: 'person',
    says: 'Creates a table with the same players after a finished game, or returns the one that exists. For players only',
    body: doc.newRematch,
    reply: doc.seated,
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
    says: 'Creates a link to take one of these seats while it is open, until it expires',
    body: doc.newInvitation,
    reply: doc.invitation,
  },
  invitations: {
    ...PATHS.invitations,
    who: 'host',
    says: 'The valid invitations to this table, without their secrets',
    reply: z.array(doc.invitationDocument),
  },
  withdraw: {
    ...PATHS.withdraw,
    who: 'host',
    says: 'Withdraws an invitation',
    reply: nothing,
  },
  sendAway: {
    ...PATHS.sendAway,
    who: 'host',
    says: 'Sends a person away: their key stops working and their sockets are closed',
    reply: nothing,
  },
  report: {
    ...PATHS.report,
    who: 'person',
    says: 'Reports a person at this table to the operator of the server',
    body: doc.newReport,
    reply: nothing,
  },
  block: {
    ...PATHS.block,
    who: 'person',
    says: 'Blocks a person at this table, or ends it. Their account can take no seat at tables that you host',
    body: doc.newBlock,
    reply: nothing,
  },
  blocks: {
    ...PATHS.blocks,
    who: 'person',
    says: 'The people at this table whom you have blocked',
    reply: doc.blocks,
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
  changePassword: {
    ...PATHS.changePassword,
    who: 'account',
    says: 'Changes the password and ends all other sessions',
    body: doc.passwordChange,
    reply: nothing,
  },
  requestReset: {
    ...PATHS.requestReset,
    who: 'anybody',
    says: 'Mails a link that resets the password to the confirmed mailboxes of the account, if it exists',
    body: doc.resetRequest,
    reply: nothing,
  },
  resetPassword: {
    ...PATHS.resetPassword,
    who: 'anybody',
    says: 'Sets a new password with the token from the mail, ends all sessions, and logs in',
    body: doc.passwordReset,
    reply: doc.account,
  },
  sessions: {
    ...PATHS.sessions,
    who: 'account',
    says: 'The sessions of the account, the newest first',
    reply: z.array(doc.session),
  },
  endSession: { ...PATHS.endSession, who: 'account', says: 'Ends a session', reply: nothing },
  exportMe: {
    ...PATHS.exportMe,
    who: 'account',
    says: 'Everything that the server stores about the account: tables, seats, addresses, sessions, lessons, projects',
    reply: doc.accountExport,
  },
  deleteMe: {
    ...PATHS.deleteMe,
    who: 'account',
    says: 'Deletes the account. Its seats in running games are open afterwards',
    body: doc.accountDeletion,
    reply: nothing,
  },
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
  lessonProgress: {
    ...PATHS.lessonProgress,
    who: 'account',
    says: 'The progress of the account in lessons',
    reply: z.array(doc.learnedLesson),
  },
  saveLesson: {
    ...PATHS.saveLesson,
    who: 'account',
    says: 'Stores the progress in a lesson, unless a newer one is stored',
    body: doc.learnedLesson,
    reply: nothing,
  },
  ...PROJECT_ENDPOINTS,
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
  channels: {
    ...PATHS.channels,
    who: 'anybody',
    says: 'How the server can notify you: the key for Web Push, and whether it sends mail',
    reply: doc.notificationChannels,
  },
  addPush: {
    ...PATHS.addPush,
    who: 'person',
    says: 'Notifies a browser when it is your turn at this table',
    body: doc.pushSubscription,
    reply: doc.webhook,
  },
  addMyPush: {
    ...PATHS.addMyPush,
    who: 'account',
    says: 'Notifies a browser when it is your turn at any of your tables',
    body: doc.pushSubscription,
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
