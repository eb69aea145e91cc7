/** The handlers of the REST endpoints. Paths, bodies and permissions are in the protocol's `ENDPOINTS`. */
import {
  type Endpoint,
  type EndpointName,
  ENDPOINTS,
  openApi,
  Refusal,
  snapshotsFor,
  socketSchema,
} from '@ludoforge/table'
import { keysOf, present } from '@ludoforge/kernel'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { type Accounts, SESSION_MS } from '../accounts/index.js'
import type { Addresses } from '../notifications/index.js'
import {
  type GameFile,
  hashSecret,
  myTables,
  type Person,
  type Table,
  type Tables,
  type TableServices,
} from '../tables/index.js'
import type { RequestLimiter } from './request-limiter.js'
import { sendText } from './send-text.js'
import { checkOrigin, COOKIE, Caller } from './caller.js'

export interface Services {
  readonly hint: TableServices['hint']
  readonly addresses: Addresses
  readonly tables: Tables
  readonly accounts: Accounts
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

type Handlers = { readonly [N in EndpointName]: (call: Call<N>) => unknown }

const HANDLERS: Handlers = {
  async health({ services: { tables } }) {
    await tables.store.db.selectFrom('tables').select('id').limit(1).execute()
    return { ok: true, store: tables.store.engine.kind }
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
  tables: ({ services: { tables } }) => tables.listed(),
  async makeTable({ services: { tables }, caller, body }) {
    return tables.make(body, (await caller.account())?.id)
  },
  async upload({ services: { tables }, caller, body }) {
    return tables.upload(body, (await caller.account())?.id)
  },
  table: ({ table }) => table.document,
  async look({ table, caller }) {
    const person = await caller.at(table)
    const { position, context } = table
    const { number, question } = position
    const viewers = table.viewers(person?.id ?? null)
    return { number, question, shown: snapshotsFor(context, position, viewers) }
  },
  async news({ services: { requests }, table, person }) {
    return (await requests.handle(table, person, { type: 'news' })).news
  },
  async save({ services: { tables }, table, reply }) {
    const text = await tables.save(table)
    void reply
      .header('content-disposition', `attachment; filename="${table.id}.save"`)
      .type('text/plain; charset=utf-8')
    return text
  },
  ask: ({ services: { requests }, table, person, body }) => requests.handle(table, person, body),
  async invite({ services: { tables }, table, body, request }) {
    const secret = await tables.invite(table, body.seats)
    return {
      secret,
      link: `${request.protocol}://${request.host}/#/join/${table.id}/${secret}`,
      seats: body.seats,
    }
  },
  async join({ services: { tables }, table, caller, body }) {
    const account = (await caller.account())?.id ?? null
    const person = caller.key === undefined ? undefined : await caller.at(table)
    const guest = { person, key: person === undefined ? undefined : caller.key, account }
    return tables.join(table.id, body.invitation, body.you, body.seat, guest)
  },
  async register({ services: { accounts }, body, reply, request }) {
    const { id, ...account } = await accounts.register(body.name, body.password)
    setCookie(request, reply, await accounts.openSession(id), SESSION_MS / 1000)
    return account
  },
  async login({ services: { accounts }, caller, body, reply, request }) {
    const { id, ...account } = await accounts.login(body.login, body.password, caller.address)
    setCookie(request, reply, await accounts.openSession(id), SESSION_MS / 1000)
    return account
  },
  async logout({ services: { accounts }, caller, reply, request }) {
    if (caller.token !== undefined) await accounts.closeSession(caller.token)
    setCookie(request, reply, '', 0)
    return {}
  },
  async me({ caller }) {
    const { login, name } = await caller.needAccount()
    return { login, name }
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
  async addHook({ services: { addresses, tables }, table, person, body }) {
    if (body.about === 'table' && !person.host)
      throw new Refusal('not-allowed', 'Only the host can subscribe to the whole table. Use "about": "me".')
    const hook = await addresses.add(body.url, {
      table: table.id,
      person: body.about === 'me' ? person.id : null,
    })
    await tables.hooksChanged([table.id])
    return hook
  },
  async addMyHook({ services: { addresses, tables }, caller, body }) {
    const account = (await caller.needAccount()).id
    const hook = await addresses.add(body.url, { account })
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
  makeTable: 60,
  upload: 10,
  join: 30,
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
  const caller = new Caller(services.accounts, request.headers, request.ip)
  const { params } = request
  const table = path.includes(':id') ? await services.tables.get(params['id'] ?? '') : undefined
  const person =
    who === 'person' || who === 'host'
      ? await caller.needAt(present(table, 'endpoints for persons name a table.'))
      : undefined
  if (who === 'host' && person?.host !== true)
    throw new Refusal('not-allowed', 'Only the host of the table can do this.')
  if (who === 'account') await caller.needAccount()
  const body = schema === undefined ? undefined : parseBody(schema, request.body)
  const handle = HANDLERS[name] as (call: unknown) => unknown
  const result = await handle({ services, caller, params, body, reply, request, table, person })
  return reply.sent || result === reply ? reply : reply.send(result)
}

/** Returns the parsed body, or throws a `Refusal` about the first invalid field. */
export function parseBody<T extends z.ZodType>(schema: T, value: unknown): z.infer<T> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const [issue] = result.error.issues
  const where = issue === undefined || issue.path.length === 0 ? '' : `${issue.path.join('.')}: `
  throw new Refusal('bad-message', `${where}${issue?.message ?? 'invalid value'}`)
}
