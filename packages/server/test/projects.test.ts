/** Hosted projects: what a designer stores, shares and loses, on both databases. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { PROJECT_LIMITS } from '@ludoforge/desk'
import { type EndpointName, ENDPOINTS, MAX_LISTED_PROJECTS, pageAfter } from '@ludoforge/table'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { itemAt } from '../../../test/support/items.js'
import { PeopleAdmin } from '../src/index.js'
import type { StoreOptions } from '../src/store/index.js'
import { rest, startServer, type TestServer } from './support/server.js'
import { STORES, type TestStore } from './support/stores.js'

const template = (name: string) =>
  readFileSync(
    path.join(path.dirname(fileURLToPath(import.meta.url)), '../../desk/templates/grid', name),
    'utf8',
  )
const GAME = { 'rules.md': template('rules.md'), 'look/board.yaml': template('look/board.yaml') }
const QUOTAS = { projects: 60, perAddress: 400, bytes: 6 << 20, saves: 3, links: 3 }

/** The endpoints of projects. */
const NAMES = (Object.keys(ENDPOINTS) as EndpointName[]).filter((name) => /[Pp]roject/.test(name))
const OWNERS = NAMES.filter(
  (name) => !['project', 'projectSave', 'forkProject', 'reportProject'].includes(name),
)

describe.each(STORES)('projects on $name', (kind) => {
  let place: TestStore
  let where: StoreOptions
  let server: TestServer
  let url: string
  let ann: string
  let bob: string
  beforeAll(async () => {
    place = await kind.open()
    where = await place.fresh()
    server = await startServer(where, [], { projectQuotas: QUOTAS })
    ;({ url } = server)
    ann = await account('Ann')
    bob = await account('Bob')
  })
  afterAll(async () => {
    await server.close()
    await place.end()
  })

  async function account(name: string): Promise<string> {
    const { headers } = await rest(url, 'register', { body: { name, password: 'a long password' } })
    return itemAt((headers.get('set-cookie') ?? '').split(';'), 0)
  }
  const make = async (cookie: string, files: Readonly<Record<string, string>> = GAME): Promise<string> => {
    const { status, body, text } = await rest(url, 'makeProject', { cookie, body: { title: 'Fair', files } })
    expect([status, text]).toEqual([200, expect.any(String)])
    return body.id
  }
  const load = async (id: string, cookie: string) => (await rest(url, 'project', { id, cookie })).body

  it('are stored, changed and deleted', async () => {
    const id = await make(ann)
    expect(await load(id, ann)).toMatchObject({
      title: 'Fair',
      access: 'own',
      version: 1,
      files: GAME,
      saves: [],
    })
    const write = (version: number, changes: Readonly<Record<string, string | null>>, title?: string) =>
      rest(url, 'writeProject', {
        id,
        cookie: ann,
        body: { version, changes, ...(title === undefined ? {} : { title }) },
      })
    const changes = { 'rules.md': '# New', 'look/board.yaml': null, 'words/de.yaml': 'a: ä\n' }
    expect((await write(1, changes, 'Fête')).body).toEqual({ version: 2 })
    const after = { title: 'Fête', version: 2, files: { 'rules.md': '# New', 'words/de.yaml': 'a: ä\n' } }
    expect(await load(id, ann)).toMatchObject(after)
    const stale = await write(1, { 'rules.md': 'lost' })
    expect([stale.status, stale.body]).toMatchObject([409, { code: 'stale' }])
    expect(await load(id, ann)).toMatchObject(after)
    expect((await rest(url, 'deleteProject', { id, cookie: ann })).status).toBe(200)
    expect((await rest(url, 'project', { id, cookie: ann })).status).toBe(404)
  })

  it('of two changes of one version, take one', async () => {
    const id = await make(ann)
    const both = await Promise.all(
      ['one', 'two', 'three'].map((text) =>
        rest(url, 'writeProject', { id, cookie: ann, body: { version: 1, changes: { 'rules.md': text } } }),
      ),
    )
    expect(both.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409', '409'])
    expect((await load(id, ann)).version).toBe(2)
  })

  it('have named saves', async () => {
    const id = await make(ann)
    const save = async (name: string) => rest(url, 'saveProject', { id, cookie: ann, body: { name } })
    const first = (await save('First')).body
    await rest(url, 'writeProject', { id, cookie: ann, body: { version: 1, changes: { 'rules.md': 'x' } } })
    expect((await load(id, ann)).saves).toEqual([first])
    const saved = await rest(url, 'projectSave', { id, part: first.id, cookie: ann })
    expect(saved.body).toEqual({ files: GAME })
    await save('Second')
    await save('Third')
    expect((await save('Fourth')).body).toMatchObject({ code: 'over-quota' })
    expect((await rest(url, 'deleteProjectSave', { id, part: first.id, cookie: ann })).status).toBe(200)
    expect((await rest(url, 'deleteProjectSave', { id, part: first.id, cookie: ann })).status).toBe(404)
    expect((await rest(url, 'projectSave', { id, part: first.id, cookie: ann })).status).toBe(404)
    expect((await save('Fourth')).status).toBe(200)
  })

  it('are shared by links, until they are withdrawn', async () => {
    const id = await make(ann)
    const { body: link } = await rest(url, 'shareProject', { id, cookie: ann, body: { opens: 'read' } })
    expect(link.link).toBe(`${url}/#/desk/hosted/${id}/${link.secret}`)
    const { body: read } = await rest(url, 'project', { id, key: link.secret })
    expect(read).toMatchObject({ access: 'read', opens: 'read', files: GAME })
    expect(await rest(url, 'project', { id, key: link.secret, cookie: ann })).toMatchObject({
      body: { access: 'own' },
    })
    const { body: fork } = await rest(url, 'forkProject', { id, key: link.secret, cookie: bob })
    expect(await load(fork.id, bob)).toMatchObject({ access: 'own', title: 'Fair', files: GAME })
    const { body: listed } = await rest(url, 'projectLinks', { id, cookie: ann })
    expect(listed).toEqual([{ id: link.id, opens: 'read', created: link.created }])
    expect(JSON.stringify(listed)).not.toContain(link.secret)
    expect((await rest(url, 'unshareProject', { id, part: link.id, cookie: ann })).status).toBe(200)
    expect((await rest(url, 'project', { id, key: link.secret })).status).toBe(404)
    expect((await rest(url, 'unshareProject', { id, part: link.id, cookie: ann })).status).toBe(404)
    expect(await load(fork.id, bob)).toMatchObject({ files: GAME })
  })

  it('get a link to play only if they compile and run', async () => {
    const id = await make(ann)
    const share = () => rest(url, 'shareProject', { id, cookie: ann, body: { opens: 'play' } })
    const { status, body } = await share()
    expect([status, body.opens]).toEqual([200, 'play'])
    expect((await rest(url, 'project', { id, key: body.secret })).body).toMatchObject({ opens: 'play' })
    const broken = GAME['rules.md'].replace('```rules', '```rules\nplay\n  nonsense here\n')
    await rest(url, 'writeProject', {
      id,
      cookie: ann,
      body: { version: 1, changes: { 'rules.md': broken } },
    })
    const refused = await share()
    expect([refused.status, refused.body]).toMatchObject([
      403,
      {
        code: 'not-allowed',
        message: expect.stringMatching(/^This game can't be played yet\. rules\.md, line \d+: /),
      },
    ])
    const { body: check } = await rest(url, 'checkProject', { id, cookie: ann })
    expect(check.fingerprint).toBeUndefined()
    expect(check.problems[0]).toMatchObject({ path: 'rules.md', line: expect.any(Number) })
  })

  it('are listed in pages, newest first, and only to their owner', async () => {
    const kim = await account('Kim')
    const made: string[] = []
    for (let i = 0; i < MAX_LISTED_PROJECTS + 3; i += 1) made.push(await make(kim, { 'rules.md': String(i) }))
    const first = (await rest(url, 'myProjects', { cookie: kim })).body
    expect(first).toHaveLength(MAX_LISTED_PROJECTS)
    const page = await fetch(`${url}/api/me/projects?before=${pageAfter(itemAt(first, first.length - 1))}`, {
      headers: { cookie: kim },
    })
    const second = ENDPOINTS.myProjects.reply.parse(await page.json())
    expect([...first, ...second].map(({ id }) => id).toSorted()).toEqual(made.toSorted())
    const times = [...first, ...second].map(({ changed }) => changed)
    expect(times).toEqual(times.toSorted((a, b) => b - a))
    expect((await rest(url, 'myProjects', { cookie: await account('Lee') })).body).toEqual([])
    for (const before of ['x', '1', "1,'", '-1,a', '1,a,b'])
      expect(
        (await fetch(`${url}/api/me/projects?before=${before}`, { headers: { cookie: kim } })).status,
      ).toBe(400)
  })

  it('have limits for each account', async () => {
    const max = await account('Max')
    const large = 'x'.repeat(PROJECT_LIMITS.fileBytes)
    const files = { 'a.md': large, 'b.md': large, 'c.md': large }
    const id = await make(max, files)
    expect((await rest(url, 'saveProject', { id, cookie: max, body: { name: 'S' } })).body).toMatchObject({
      code: 'over-quota',
      message: 'The games of your account may take 6 MB together. Delete a save or a game first.',
    })
    const more = (body: unknown) => rest(url, 'makeProject', { cookie: max, body })
    expect((await more({ title: 'T', files })).body).toMatchObject({ code: 'over-quota' })
    expect((await more({ title: 'T', files: { ...files, 'd.md': large } })).body).toMatchObject({
      code: 'bad-message',
      message: expect.stringContaining('The limit is 4 MB'),
    })
    expect((await more({ title: 'T', files: { 'a.md': `${large}x` } })).body).toMatchObject({
      code: 'bad-message',
    })
    const grown = { version: 1, changes: { 'd.md': large } }
    expect((await rest(url, 'writeProject', { id, cookie: max, body: grown })).status).toBe(400)
    expect((await load(id, max)).version).toBe(1)
    for (let i = 1; i < QUOTAS.projects; i += 1) await make(max, {})
    expect((await more({ title: 'T', files: {} })).body).toMatchObject({
      message: 'Your account has 60 games, which is the limit. Export one, then delete it here.',
    })
    expect((await rest(url, 'forkProject', { id, cookie: max })).body).toMatchObject({ code: 'over-quota' })
    for (let i = 0; i < QUOTAS.links; i += 1)
      await rest(url, 'shareProject', { id, cookie: max, body: { opens: 'read' } })
    expect(
      (await rest(url, 'shareProject', { id, cookie: max, body: { opens: 'read' } })).body,
    ).toMatchObject({
      code: 'over-quota',
    })
  })

  it('are reported to the operator, and a blocked account shares nothing', async () => {
    const mallory = await account('Mallory')
    const login = (await rest(url, 'me', { cookie: mallory })).body.login
    const id = await make(mallory)
    const { body: link } = await rest(url, 'shareProject', { id, cookie: mallory, body: { opens: 'read' } })
    const report = (options: object) =>
      rest(url, 'reportProject', { id, body: { text: 'Stolen' }, ...options })
    expect((await report({ key: link.secret })).status).toBe(401)
    expect((await report({ cookie: bob })).status).toBe(404)
    expect((await report({ cookie: bob, key: link.secret })).status).toBe(200)
    for (let i = 1; i < 10; i += 1) await report({ cookie: bob, key: link.secret })
    expect((await report({ cookie: bob, key: link.secret })).status).toBe(429)
    const admin = await PeopleAdmin.open(where)
    const reports = await admin.projectReports()
    expect(reports).toHaveLength(10)
    expect(reports[0]).toMatchObject({ project: id, title: 'Fair', text: 'Stolen', owner: login })
    for (const { id: one } of reports) await admin.closeReport(one)
    expect(await admin.projectReports()).toEqual([])
    await admin.block(login, true)
    expect((await rest(url, 'project', { id, key: link.secret })).status).toBe(404)
    await admin.block(login, false)
    expect((await rest(url, 'project', { id, key: link.secret })).status).toBe(200)
    await admin.close()
  })

  it('are in the export of the account, and are deleted with it', async () => {
    const zoe = await account('Zoe')
    const id = await make(zoe)
    await rest(url, 'saveProject', { id, cookie: zoe, body: { name: 'First' } })
    const { body: link } = await rest(url, 'shareProject', { id, cookie: zoe, body: { opens: 'read' } })
    const { body } = await rest(url, 'exportMe', { cookie: zoe })
    expect(body.projects).toMatchObject([
      { title: 'Fair', files: GAME, saves: [{ name: 'First', files: GAME }] },
    ])
    await rest(url, 'deleteMe', { cookie: zoe, body: { password: 'a long password' } })
    expect((await rest(url, 'project', { id, key: link.secret })).status).toBe(404)
    const { db } = server.tables.store
    for (const table of ['project_files', 'project_saves', 'project_links'] as const)
      expect(await db.selectFrom(table).selectAll().where('project_id', '=', id).execute()).toEqual([])
  })

  describe('against abuse', () => {
    it.each(OWNERS.filter((name) => !/^(?:my|make)/.test(name)))('%s is for the owner', async (name) => {
      const id = await make(ann)
      const { body: link } = await rest(url, 'shareProject', { id, cookie: ann, body: { opens: 'read' } })
      const { body: save } = await rest(url, 'saveProject', { id, cookie: ann, body: { name: 'S' } })
      const before = await load(id, ann)
      const bodies: Partial<Record<EndpointName, unknown>> = {
        writeProject: { version: 1, changes: { 'rules.md': 'mine now' } },
        saveProject: { name: 'mine' },
        shareProject: { opens: 'read' },
      }
      const body = bodies[name] === undefined ? {} : { body: bodies[name] }
      for (const part of [link.id, save.id]) {
        const at = { id, part, ...body }
        for (const caller of [{}, { key: link.secret }, { cookie: 'ludoforge=guess' }])
          expect((await rest(url, name, { ...at, ...caller })).status).toBe(401)
        for (const caller of [{ cookie: bob }, { cookie: bob, key: link.secret }])
          expect((await rest(url, name, { ...at, ...caller })).status).toBe(404)
      }
      expect(await load(id, ann)).toEqual(before)
      expect((await rest(url, 'projectLinks', { id, cookie: ann })).body).toHaveLength(1)
    })

    it.each(['project', 'projectSave', 'forkProject', 'reportProject'] as const)(
      '%s needs a link or the owner',
      async (name) => {
        const id = await make(ann)
        const other = await make(bob)
        const { body: link } = await rest(url, 'shareProject', {
          id: other,
          cookie: bob,
          body: { opens: 'read' },
        })
        const body = name === 'reportProject' ? { body: { text: 'x' } } : {}
        for (const key of [undefined, link.secret, link.id, '', 'x', '%00', id, '__proto__'])
          expect(
            (
              await rest(url, name, {
                id,
                part: 'x',
                cookie: bob,
                ...body,
                ...(key === undefined ? {} : { key }),
              })
            ).status,
          ).toBe(404)
        for (const strange of ['__proto__', 'constructor', '../me', "' or 1=1 --", '\u0000', 'x'.repeat(500)])
          expect([400, 404, 414]).toContain(
            (await rest(url, name, { id: strange, part: strange, cookie: bob, ...body })).status,
          )
      },
    )

    it('paths lead nowhere else', async () => {
      const id = await make(ann)
      const paths = [
        '../x.md',
        '/etc/passwd.md',
        'a\0.md',
        'CON.md',
        'x.html',
        '.env.md',
        'x'.repeat(300),
        'a\\b.md',
      ]
      for (const file of paths) {
        const made = await rest(url, 'makeProject', {
          cookie: ann,
          body: { title: 'T', files: { [file]: '' } },
        })
        expect([file, made.status]).toEqual([file, 400])
        const body = { version: 1, changes: { [file]: 'x' } }
        const changed = await rest(url, 'writeProject', { id, cookie: ann, body })
        expect([file, changed.status]).toEqual([file, 400])
      }
      const odd = {
        '__proto__.md': 'a',
        'constructor.yaml': 'b',
        'toString.json': 'c',
        'hasOwnProperty.md': 'd',
      }
      expect((await load(await make(ann, odd), ann)).files).toEqual(odd)
      expect(await load(id, ann)).toMatchObject({ version: 1, files: GAME })
    })

    it.each<[EndpointName, unknown[]]>([
      [
        'makeProject',
        [
          {},
          { title: '', files: {} },
          { title: 'T' },
          { title: 'T', files: [] },
          { title: 'T', files: { 'a.md': 1 } },
          { title: 'a\u001Bb', files: {} },
          { title: 'x'.repeat(81), files: {} },
          { title: 'T', files: {}, id: 'mine' },
        ],
      ],
      [
        'writeProject',
        [
          {},
          { version: 1 },
          { changes: {}, version: -1 },
          { changes: {}, version: 1.5 },
          { changes: {}, version: '1' },
          { changes: { 'a.md': 5 }, version: 1 },
          { changes: {}, version: 1, account: 'x' },
        ],
      ],
      ['saveProject', [{}, { name: '' }, { name: 'a\nb' }, { name: 'x'.repeat(81) }]],
      ['shareProject', [{}, { opens: 'write' }, { opens: ['read'] }]],
      ['reportProject', [{}, { text: '' }, { text: 'x'.repeat(1001) }]],
    ])('%s refuses what makes no sense', async (name, bodies) => {
      const id = await make(ann)
      for (const body of [...bodies, null, [], 'x', 7])
        expect([JSON.stringify(body), (await rest(url, name, { id, cookie: ann, body })).status]).toEqual([
          JSON.stringify(body),
          400,
        ])
    })

    it('other sites cannot use the cookie, and bodies are bounded', async () => {
      const headers = { origin: 'https://example.org' }
      const body = { title: 'T', files: {} }
      expect((await rest(url, 'makeProject', { cookie: ann, headers, body })).status).toBe(403)
      const huge = JSON.stringify({ title: 'T', files: { 'a.md': 'x'.repeat(13 << 20) } })
      expect((await rest(url, 'makeProject', { cookie: ann, body: huge })).status).toBe(413)
    })
  })
})
