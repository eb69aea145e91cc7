/** The handlers of the REST endpoints. Paths, bodies and permissions are in the protocol's `ENDPOINTS`. */
import {
  type Endpoint,
  type EndpointName,
  ENDPOINTS,
  listPlace,
  openApi,
  Refusal,
  snapshotsFor,
  socketSchema,
} from '@ludoforge/table'
import { keysOf, present } from '@ludoforge/kernel'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import {
  type Accounts,
  deleteAccount,
  exportAccount,
  lessonsOf,
  saveLesson,
  type PasswordRecovery,
  SESSION_MS,
} from '../accounts/index.js'
import type { HealthMonitor } from '../health.js'
import type { SocketCounts } from '../limits/index.js'
import type { Metrics } from '../metrics.js'
import type { Addresses, Push } from '../notifications/index.js'
import type { Projects } from '../projects/index.js'
import {
  block,
  blockedBy,
  type GameFile,
  hashSecret,
  myTables,
  type Person,
  report,
  sendAway,
  type Table,
  type Tables,
} from '../tables/index.js'
import type { OpenSockets } from './open-sockets.js'
import type { LimiterServices, RequestLimiter } from './request-limiter.js'
import { parseBody } from './parse-body.js'
import { PROJECT_HANDLERS } from './project-routes.js'
import { sendText } from './send-text.js'
import { checkOrigin, COOKIE, Caller } from './caller.js'

export interface Services {
  readonly hint: LimiterServices['hint']
  readonly addresses: Addresses
  readonly tables: Tables
  readonly accounts: Accounts
  readonly projects: Projects
  readonly recovery: PasswordRecovery
  readonly push: Push
  readonly sendsMail: boolean
  readonly health: HealthMonitor
  readonly metrics: Metrics
  readonly sockets: OpenSockets
  readonly socketCounts: SocketCounts
  readonly origins: readonly string[]
  readonly version: string
}

export interface RouteServices extends Services {
  readonly requests: RequestLimiter
  readonly hasDocs: boolean
}

type Body<N extends EndpointName> = (typeof ENDPOINTS)[N] extends { readonly body: infer B extends z.ZodType }
  ? z.infer<B>
  : undefined

/** The arguments of a handler. */
interface Call<N extends EndpointName> {
  readonly services: RouteServices
  readonly caller: Caller
  readonly params: Readonly<Record<string, string>>
  readonly body: Body<N>
  readonly reply: FastifyReply
  readonly request: FastifyRequest
  /** The table in the path, and the authenticated person there, if the endpoint requires them. */
  readonly table: Table
  readonly person: Person
}

/** Which tables to list. */
const LIST_QUERY = z.strictObject({
  finished: z.enum(['0', '1']).exactOptional(),
  before: listPlace.exactOptional(),
})

const JSON_TYPE = 'application/json; charset=utf-8'

/** Sends a file of a game, by the fingerprint in the path. */
async function sendFile(
  {
    services: { tables },
    params,
    request,
    reply,
  }: Pick<Call<'rules'>, 'services' | 'params' | 'request' | 'reply'>,
  file: GameFile,
  type: string,
): Promise<unknown> {
  return sendText(request, reply, type, await tables.rulebooks.text(params['fingerprint'] ?? '', file))
}

export type Handlers = { readonly [N in EndpointName]: (call: Call<N>) => unknown }

const HANDLERS: Handlers = {
  health({ services: { tables, health }, reply }) {
    const { status } = health
    if (!status.ok) void reply.status(503)
    return { ...status, store: tables.store.engine.kind }
  },
  openapi: ({ services }) => openApi(services.version),
  socketSchema: () => socketSchema(),
  site: ({ services: { version, hasDocs }, request, reply }) =>
    sendText(request, reply, JSON_TYPE, JSON.stringify({ server: true, version, docs: hasDocs })),
  games: ({ services: { tables }, request, reply }) =>
    sendText(request, reply, JSON_TYPE, JSON.stringify(tables.rulebooks.offers)),
  preparing: ({ services: { tables } }) => tables.rulebooks.preparing,
  rules: (call) => sendFile(call, 'def', JSON_TYPE),
  scene: (call) => sendFile(call, 'scene', JSON_TYPE),
  book: (call) => sendFile(call, 'book', JSON_TYPE),
  module: (call) => sendFile(call, 'module', 'text/javascript; charset=utf-8'),
  lessons: (call) => sendFile(call, 'lessons', 'text/javascript; charset=utf-8'),
  tables({ services: { tables }, request }) {
    const { finished, before } = parseBody(LIST_QUERY, request.query)
    return tables.listed({ finished: finished === '1', ...(before === undefined ? {} : { before }) })
  },
  async makeTable({ services: { tables }, caller, body }) {
    const { account, origin } = await caller.client()
    return tables.make(body, account, undefined, origin)
  },
  async upload({ services: { tables, requests }, caller, body }) {
    const client = await caller.client()
    return tables.upload(body, client.account, client.origin, await requests.budget.workOf(client))
  },
  table: ({ table }) => table.document,
  async deleteTable({ services: { tables }, table, person }) {
    await tables.delete(table, person)
    return {}
  },
  async look({ table, caller }) {
    const person = await caller.at(table)
    const { position, context } = table
    const { number, question } = position
    const viewers = table.viewers(person?.id ?? null)
    return { number, question, shown: snapshotsFor(context, position, viewers) }
  },
  async news({ services: { requests }, table, person, caller }) {
    return (await requests.handle(table, person, await caller.client(), { type: 'news' })).news
  },
  async save({ services: { tables, requests }, table, caller, reply }) {
    const text = await tables.save(table, await requests.budget.workOf(await caller.client()))
    void reply
      .header('content-disposition', `attachment; filename="${table.id}.save"`)
      .type('text/plain; charset=utf-8')
    return text
  },
  async rematch({ services: { tables }, caller, table, person, body }) {
    const { origin } = await caller.client()
    return tables.rematch(table, person, body, origin)
  },
  async ask({ services: { requests }, table, person, body, caller }) {
    return requests.handle(table, person, await caller.client(), body)
  },
  async invite({ services: { tables }, table, body, request }) {
    const created = await tables.invitations.create(table, body.seats, body.days)
    return {
      ...created,
      link: `${request.protocol}://${request.host}/#/join/${table.id}/${created.secret}`,
    }
  },
  invitations: ({ services: { tables }, table }) => tables.invitations.list(table.id),
  async withdraw({ services: { tables }, table, params }) {
    await tables.invitations.withdraw(table.id, params['invitation'] ?? '')
    return {}
  },
  async sendAway({ table, person, params }) {
    await sendAway(table, person, params['person'] ?? '')
    return {}
  },
  async report({ services: { tables }, table, person, body }) {
    await report(tables.store.db, table, person, body.person, body.text)
    return {}
  },
  async block({ services: { tables }, table, person, body }) {
    await block(tables.store.db, table, person, body.person, body.blocked)
    return {}
  },
  async blocks({ services: { tables }, table, person }) {
    return { people: await blockedBy(tables.store.db, table, person) }
  },
  async join({ services: { tables }, table, caller, body }) {
    const account = (await caller.account())?.id ?? null
    const person = caller.key === undefined ? undefined : await caller.at(table)
    const guest = { person, key: person === undefined ? undefined : caller.key, account }
    return tables.join(table.id, body.invitation, body.you, body.seat, guest)
  },
  async register({ services: { accounts }, body, reply, request }) {
    const { id, ...account } = await accounts.register(body.name, body.password)
    await logIn(request, reply, accounts, id)
    return account
  },
  async login({ services: { accounts }, caller, body, reply, request }) {
    const { id, ...account } = await accounts.login(body.login, body.password, caller.address)
    await logIn(request, reply, accounts, id)
    return account
  },
  async logout({ services: { accounts, tables }, caller, reply, request }) {
    if (caller.token !== undefined) {
      await accounts.closeSession(caller.token)
      tables.revocations.revoke([hashSecret(caller.token)])
    }
    setCookie(request, reply, '', 0)
    return {}
  },
  async me({ caller }) {
    const { login, name } = await caller.needAccount()
    return { login, name }
  },
  async changePassword({ services: { accounts, tables }, caller, body, reply, request }) {
    const { id } = await caller.needAccount()
    await accounts.checkPassword(id, body.old, caller.address)
    tables.revocations.revoke(await accounts.setPassword(id, body.password))
    await logIn(request, reply, accounts, id)
    return {}
  },
  requestReset({ services: { recovery }, body, request }) {
    recovery.request(body.login, (token) => `${request.protocol}://${request.host}/#/reset/${token}`)
    return {}
  },
  async resetPassword({ services: { accounts, recovery, tables }, body, reply, request }) {
    const id = await recovery.redeem(body.token)
    tables.revocations.revoke(await accounts.setPassword(id, body.password))
    const token = await logIn(request, reply, accounts, id)
    const known = present(await accounts.ofSession(token), 'a new session is open.')
    return { login: known.login, name: known.name }
  },
  async sessions({ services: { accounts }, caller }) {
    return accounts.sessions((await caller.needAccount()).id, caller.token)
  },
  async endSession({ services: { accounts, tables }, caller, params }) {
    const ended = await accounts.endSession((await caller.needAccount()).id, params['session'] ?? '')
    tables.revocations.revoke([ended])
    return {}
  },
  async exportMe({ services: { accounts, projects, tables }, caller, reply }) {
    void reply.header('content-disposition', 'attachment; filename="ludoforge-account.json"')
    return exportAccount(tables, accounts, projects, await caller.needAccount())
  },
  async deleteMe({ services: { accounts, tables }, caller, body, reply, request }) {
    const { id } = await caller.needAccount()
    await accounts.checkPassword(id, body.password, caller.address)
    await deleteAccount(tables, id)
    setCookie(request, reply, '', 0)
    return {}
  },
  async myTables({ services: { tables }, caller }) {
    return myTables(tables, { account: (await caller.needAccount()).id })
  },
  tablesOfKeys: ({ services: { tables }, body: { keys } }) =>
    myTables(tables, { keys: keys.map(({ table, key }) => ({ table, hash: hashSecret(key) })) }),
  async keep({ services: { tables }, caller, body }) {
    const { id } = await caller.needAccount()
    const table = await tables.get(body.table)
    const person = await caller.at(table, body.key)
    if (person === undefined) throw new Refusal('not-allowed', 'This key is not valid for this table.')
    if (person.account !== null && person.account !== id)
      throw new Refusal('not-allowed', 'This seat belongs to another account.')
    await tables.assign(table, person, id)
    return {}
  },
  async lessonProgress({ services: { tables }, caller }) {
    return lessonsOf(tables.store.db, (await caller.needAccount()).id)
  },
  async saveLesson({ services: { tables }, caller, body }) {
    await saveLesson(tables.store.db, (await caller.needAccount()).id, body)
    return {}
  },
  ...PROJECT_HANDLERS,
  async addHook({ services: { addresses, tables }, caller, table, person, body }) {
    if (body.about === 'table' && !person.host)
      throw new Refusal('not-allowed', 'Only the host can subscribe to the whole table. Use "about": "me".')
    const about = { table: table.id, person: body.about === 'me' ? person.id : null }
    const hook = await addresses.add(body.url, about, caller.address)
    await tables.hooksChanged([table.id])
    return hook
  },
  async addMyHook({ services: { addresses, tables }, caller, body }) {
    const account = (await caller.needAccount()).id
    const hook = await addresses.add(body.url, { account }, caller.address)
    await tables.hooksChanged(await tables.idsOf(account))
    return hook
  },
  channels: ({ services: { push, sendsMail } }) => ({ pushKey: push.publicKey, mail: sendsMail }),
  async addPush({ services: { push, tables }, table, person, body }) {
    const hook = await push.add(body, { table: table.id, person: person.id })
    await tables.hooksChanged([table.id])
    return hook
  },
  async addMyPush({ services: { push, tables }, caller, body }) {
    const account = (await caller.needAccount()).id
    const hook = await push.add(body, { account })
    await tables.hooksChanged(await tables.idsOf(account))
    return hook
  },
  async confirmHook({ services: { addresses, tables }, caller, params }) {
    await tables.hooksChanged(await addresses.confirm(params['hook'] ?? '', caller.key ?? ''))
    return {}
  },
  async removeHook({ services: { addresses, tables }, caller, params }) {
    await tables.hooksChanged(await addresses.remove(params['hook'] ?? '', caller.key ?? ''))
    return {}
  },
}

const MAX_DEVICE = 200 // characters of a browser's name

/** Opens a session and sends its cookie. Returns its token. */
async function logIn(
  request: FastifyRequest,
  reply: FastifyReply,
  accounts: Accounts,
  id: string,
): Promise<string> {
  const device = (request.headers['user-agent'] ?? '').slice(0, MAX_DEVICE)
  const token = await accounts.openSession(id, device)
  setCookie(request, reply, token, SESSION_MS / 1000)
  return token
}

function setCookie(request: FastifyRequest, reply: FastifyReply, token: string, seconds: number): void {
  const secure = request.protocol === 'https' ? '; Secure' : ''
  void reply.header(
    'set-cookie',
    `${COOKIE}=${token}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`,
  )
}

/** Requests per minute and address, for endpoints that are expensive or could be used to guess secrets. */
const STRICT_LIMITS: Partial<Record<EndpointName, number>> = {
  register: 10,
  login: 20,
  changePassword: 20,
  requestReset: 5,
  resetPassword: 20,
  deleteMe: 20,
  makeTable: 60,
  rematch: 30,
  upload: 10,
  join: 30,
  report: 10,
  makeProject: 20,
  writeProject: 240,
  saveProject: 30,
  shareProject: 20,
  forkProject: 20,
  checkProject: 20,
  reportProject: 10,
}

/** The parts of an address, by name. */
interface Params {
  Params: Readonly<Record<string, string>>
}

export function addRoutes(app: FastifyInstance, services: RouteServices, limits: boolean): void {
  for (const name of keysOf(ENDPOINTS)) {
    const endpoint: Endpoint = ENDPOINTS[name]
    const max = STRICT_LIMITS[name]
    app.route<Params>({
      method: endpoint.method,
      url: endpoint.path,
      bodyLimit: endpoint.mostBytes ?? 64 * 1024,
      ...(name === 'health' ? { config: { rateLimit: false } } : {}),
      ...(max === undefined || !limits ? {} : { config: { rateLimit: { max, timeWindow: 60_000 } } }),
      handler: (request, reply) => answer(services, name, endpoint, request, reply),
    })
  }
}

async function answer(
  services: RouteServices,
  name: EndpointName,
  { method, who, body: schema, path }: Endpoint,
  request: FastifyRequest<Params>,
  reply: FastifyReply,
): Promise<unknown> {
  if (method !== 'GET') checkOrigin(request.headers, request.host, services.origins)
  void reply.header('cache-control', 'no-store')
  const caller = new Caller(services, request.headers, request.ip)
  const { params } = request
  if (Object.values(params).some((part) => part.includes('\0')))
    throw new Refusal('not-found', 'Page not found. Check the address.') // no text of Postgres has it
  const table = path.includes(':id') ? await services.tables.get(params['id'] ?? '') : undefined
  const person =
    who === 'person' || who === 'host'
      ? await caller.needAt(present(table, 'endpoints for persons name a table.'))
      : undefined
  if (who === 'host' && person?.host !== true)
    throw new Refusal('not-allowed', 'Only the host of the table can do this.')
  if (person !== undefined)
    services.tables.presence.connected(person.id).catch((error: unknown) => request.log.error(error))
  if (who === 'account') await caller.needAccount()
  const body = schema === undefined ? undefined : parseBody(schema, request.body)
  const handle = HANDLERS[name] as (call: unknown) => unknown
  const result = await handle({ services, caller, params, body, reply, request, table, person })
  return reply.sent || result === reply ? reply : reply.send(result)
}
