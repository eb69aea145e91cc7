/** `ludoforge edit`: the page and one folder, for this machine and this link only. */
import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { FOLDER_API, type FolderChange, type FolderDocument, PROJECT_LIMITS } from '@ludoforge/desk'
import { afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { build } from '../../../scripts/build.mjs'
import { run } from '../src/program.js'
import { textTerminal, type TextTerminal } from './terminal.js'

beforeAll(async () => {
  const { code, output } = await build(['page'])
  if (code !== 0) throw new Error(`Can't build the page: ${output}`)
}, 10 * 60_000)

let root = ''
let stop: (() => Promise<void>) | undefined
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'ludoforge-edit-'))
})
afterEach(async () => {
  await stop?.()
  stop = undefined
  rmSync(root, { recursive: true, force: true })
})

interface Edit {
  readonly url: string
  readonly key: string
  readonly terminal: TextTerminal
}

/** Starts `edit` and waits for its link. */
async function edit(...args: string[]): Promise<Edit> {
  let interrupt = (): void => {}
  const terminal: TextTerminal = {
    ...textTerminal(),
    onInterrupt: (callback) => {
      interrupt = callback
      return () => {}
    },
  }
  const ended = run(['edit', ...args, '--port', '0'], terminal)
  const link = (): RegExpExecArray | null =>
    /(http:\S+)\/#\/desk\/folder\/([\w-]+)\/([\w-]+)/.exec(terminal.text())
  await expect.poll(() => link() !== null || terminal.errors.length > 0, { timeout: 60_000 }).toBe(true)
  const [, url = '', , key = ''] = link() ?? []
  stop = async () => {
    interrupt()
    expect(await ended).toBe(0)
  }
  return { url, key, terminal }
}

/** What the API returns, or the fields of a refusal. */
interface Body extends FolderDocument {
  readonly hashes: Readonly<Record<string, string | null>>
  readonly code: string
  readonly message: string
}

async function call(
  { url, key }: Pick<Edit, 'url' | 'key'>,
  place: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ readonly status: number; readonly body: Body }> {
  const response = await fetch(url + place, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: (await response.json()) as Body }
}

const read = async (at: Edit): Promise<FolderDocument> => (await call(at, FOLDER_API.read)).body
const write = (at: Edit, changes: Readonly<Record<string, FolderChange>>) =>
  call(at, FOLDER_API.write, { changes })

describe('edit', () => {
  it('creates a game like a template, and serves the page and its files', async () => {
    const place = path.join(root, 'winter-fair')
    const at = await edit(place, '--like', 'hex', '--title', 'Winter Fair')
    expect(at.terminal.text()).toContain(`Created ${place}, like hex.`)
    const { name, files, revisions } = await read(at)
    expect(name).toBe('winter-fair')
    expect(Object.keys(files)).toEqual(['look/board.yaml', 'rules.md'])
    expect(files['rules.md']?.text).toContain('title: Winter Fair')
    expect(files['rules.md']?.text).toBe(readFileSync(path.join(place, 'rules.md'), 'utf8'))
    expect(revisions).toEqual([])
    const page = await fetch(at.url)
    expect(await page.text()).toContain('<title>LudoForge')
    expect(page.headers.get('content-security-policy')).toContain("default-src 'self'")
    expect(await (await fetch(`${at.url}/site.json`)).json()).toMatchObject({ server: false })
  })

  it('opens the link with the program of the system', async () => {
    const opened = path.join(root, 'opened')
    const programs = path.join(root, 'programs')
    mkdirSync(programs)
    for (const name of ['open', 'xdg-open'])
      writeFileSync(path.join(programs, name), `#!/bin/sh\nprintf %s "$1" > '${opened}'\n`, { mode: 0o755 })
    vi.stubEnv('PATH', `${programs}${path.delimiter}${process.env['PATH'] ?? ''}`)
    onTestFinished(() => {
      vi.unstubAllEnvs()
    })
    const { url, key } = await edit(path.join(root, 'fair'), '--like', 'grid', '--open')
    await expect
      .poll(() => (existsSync(opened) ? readFileSync(opened, 'utf8') : ''), { timeout: 60_000 })
      .toBe(`${url}/#/desk/folder/fair/${key}`)
  })

  it('explains what it needs', async () => {
    const fails = async (...args: string[]) => {
      const terminal = textTerminal()
      const code = await run(['edit', ...args], terminal)
      return [code, terminal.errors.join('\n')] as const
    }
    expect(await fails('no-such-game')).toEqual([
      2,
      expect.stringContaining('To create it: ludoforge edit no-such-game --like grid'),
    ])
    expect(await fails(path.join(root, 'no-such-game'))).toEqual([
      2,
      expect.stringContaining('There is no game'),
    ])
    expect(await fails(root)).toEqual([2, expect.stringContaining("isn't a game's folder")])
    writeFileSync(path.join(root, 'rules.md'), '# Mine')
    expect(await fails(root, '--title', 'Mine')).toEqual([2, expect.stringContaining('--title needs --like')])
    mkdirSync(path.join(root, 'mine'))
    writeFileSync(path.join(root, 'mine', 'rules.md'), '# Mine')
    expect(await fails(path.join(root, 'mine'), '--like', 'grid')).toEqual([
      2,
      expect.stringContaining('already exists'),
    ])
    expect(await fails(root, '--port', 'x')).toEqual([2, expect.stringContaining('--port takes')])
  })

  it('lists the commits that changed the folder, and their files', async () => {
    const place = path.join(root, 'checkout', 'game')
    mkdirSync(place, { recursive: true })
    const git = (...args: string[]) =>
      execFileSync('git', [
        '-C',
        path.dirname(place),
        '-c',
        'user.name=A',
        '-c',
        'user.email=a@example.org',
        ...args,
      ])
    git('init', '-q')
    writeFileSync(path.join(place, 'rules.md'), 'first')
    git('add', '-A')
    git('commit', '-qm', 'Start\twith a tab')
    writeFileSync(path.join(place, 'rules.md'), 'second')
    git('commit', '-qam', 'Change a rule')
    writeFileSync(path.join(place, '..', 'other.md'), 'other')
    git('add', '-A')
    git('commit', '-qm', 'Not this game')
    const at = await edit(place)
    const { revisions } = await read(at)
    expect(revisions.map(({ name }) => name)).toEqual(['Change a rule', 'Start\twith a tab'])
    const revision = (id: string) => call(at, FOLDER_API.revision + encodeURIComponent(id))
    expect(await revision(revisions[1]?.id ?? '')).toEqual({
      status: 200,
      body: { files: { 'rules.md': 'first' } },
    })
    for (const id of ['HEAD', '--output=x', '0'.repeat(40), 'HEAD:../other.md'])
      expect(await revision(id)).toMatchObject({ status: 404, body: { code: 'not-found' } })
  })
})

describe('the folder', () => {
  let at: Edit
  let place = ''
  beforeEach(async () => {
    place = path.join(root, 'game')
    mkdirSync(path.join(place, 'look'), { recursive: true })
    writeFileSync(path.join(place, 'rules.md'), '# Rules\n', { mode: 0o640 })
    writeFileSync(path.join(place, 'look', 'board.yaml'), 'a: 1\n')
    at = await edit(place)
  })
  const text = (file: string): string => readFileSync(path.join(place, file), 'utf8')
  const hash = async (file: string): Promise<string | null> => (await read(at)).files[file]?.hash ?? null

  it('is written and read, new files and deleted ones', async () => {
    const { status, body } = await write(at, {
      'rules.md': { text: '# New\n', was: await hash('rules.md') },
      'words/de.yaml': { text: 'ü\n', was: null },
      'look/board.yaml': { text: null, was: await hash('look/board.yaml') },
    })
    expect(status).toBe(200)
    expect([text('rules.md'), text('words/de.yaml')]).toEqual(['# New\n', 'ü\n'])
    expect(readdirSync(place).toSorted()).toEqual(['rules.md', 'words']) // no empty folder, no temporary file
    expect(readdirSync(path.join(place, 'words'))).toEqual(['de.yaml'])
    expect(statSync(path.join(place, 'rules.md')).mode & 0o777).toBe(0o640)
    expect(body.hashes).toEqual({
      'rules.md': await hash('rules.md'),
      'words/de.yaml': await hash('words/de.yaml'),
      'look/board.yaml': null,
    })
  })

  it('keeps what another program has written', async () => {
    const was = await hash('rules.md')
    writeFileSync(path.join(place, 'rules.md'), '# By hand\n')
    for (const change of [
      { text: '# Mine\n', was },
      { text: null, was },
      { text: '# Mine\n', was: null },
    ]) {
      const { status, body } = await write(at, {
        'look/board.yaml': { text: 'b: 2\n', was: await hash('look/board.yaml') },
        'rules.md': change,
      })
      expect([status, body.code]).toEqual([409, 'stale'])
      expect(body.message).toBe('Another program has changed rules.md. Nothing was written.')
    }
    expect([text('rules.md'), text('look/board.yaml')]).toEqual(['# By hand\n', 'a: 1\n'])
    expect((await write(at, { 'new.md': { text: '', was: 'a hash' } })).status).toBe(409)
  })

  it('of two writers that know the same text, takes one', async () => {
    const was = await hash('rules.md')
    const both = await Promise.all(
      ['one', 'two', 'three'].map((by) => write(at, { 'rules.md': { text: by, was } })),
    )
    expect(both.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409', '409'])
  })

  it('streams that something has changed', async () => {
    const response = await fetch(at.url + FOLDER_API.watch, {
      headers: { authorization: `Bearer ${at.key}` },
    })
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    let seen = ''
    const until = async (word: string): Promise<void> => {
      while (!seen.includes(word)) seen += (await reader?.read())?.value ?? ''
    }
    await until('watching\n')
    writeFileSync(path.join(place, 'rules.md'), '# Changed by hand\n')
    await until('changed\n')
    expect((await read(at)).files['rules.md']?.text).toBe('# Changed by hand\n')
    await reader?.cancel()
  })

  it('shows texts of the game only', async () => {
    writeFileSync(path.join(root, 'secret.md'), 'secret')
    symlinkSync(path.join(root, 'secret.md'), path.join(place, 'link.md'))
    symlinkSync(root, path.join(place, 'up'))
    mkdirSync(path.join(place, '.git'))
    writeFileSync(path.join(place, '.git', 'notes.md'), 'hidden')
    writeFileSync(path.join(place, 'key.pem'), 'private')
    writeFileSync(path.join(place, 'latin.md'), Buffer.from([0xe4]))
    writeFileSync(path.join(place, 'huge.md'), 'x'.repeat(PROJECT_LIMITS.fileBytes + 1))
    expect(Object.keys((await read(at)).files)).toEqual(['look/board.yaml', 'rules.md'])
  })

  it('has no way out', async () => {
    writeFileSync(path.join(root, 'secret.md'), 'secret')
    symlinkSync(path.join(root, 'secret.md'), path.join(place, 'link.md'))
    symlinkSync(root, path.join(place, 'up'))
    mkdirSync(path.join(place, 'folder.md'))
    const outside = ['../secret.md', '/etc/x.md', 'look/../../secret.md', '..\\secret.md', 'a\0.md', 'CON.md']
    for (const file of [...outside, '.git/hooks.md', 'run.sh', '__proto__', 'x'.repeat(5000)]) {
      const { status, body } = await write(at, { [file]: { text: 'taken', was: null } })
      expect([file, status, body.code]).toEqual([file, 400, 'bad-message'])
    }
    for (const file of ['link.md', 'up/secret.md', 'up/new.md', 'folder.md', 'rules.md/x.md'])
      for (const change of ['taken', null]) {
        const { status } = await write(at, { [file]: { text: change, was: null } })
        expect([403, 409, 413], file).toContain(status)
      }
    expect(readFileSync(path.join(root, 'secret.md'), 'utf8')).toBe('secret')
    expect(readdirSync(root).toSorted()).toEqual(['game', 'secret.md'])
    expect(existsSync(path.join(place, 'folder.md'))).toBe(true)
  })

  it('has limits', async () => {
    const large = 'x'.repeat(PROJECT_LIMITS.fileBytes)
    expect((await write(at, { 'a.md': { text: `${large}x`, was: null } })).body).toMatchObject({
      code: 'too-large',
      message: 'a.md is too large. The limit is 1 MB for a file.',
    })
    const many = Object.fromEntries(
      Array.from({ length: PROJECT_LIMITS.files }, (_, i) => [`${i}.md`, { text: '', was: null }]),
    )
    expect((await write(at, many)).body.message).toContain('The limit is 500')
    expect(Object.keys((await read(at)).files)).toHaveLength(2)
    const { status } = await call(at, FOLDER_API.write, 'x'.repeat(17 << 20))
    expect(status).toBe(413)
  })

  it('refuses broken requests', async () => {
    const broken: unknown[] = [null, 7, [], {}, { changes: [] }, { changes: { 'a.md': 'text' } }]
    for (const body of [...broken, { changes: { 'a.md': { text: 5, was: null } } }, { changes: {}, more: 1 }])
      expect((await call(at, FOLDER_API.write, body)).status).toBe(400)
  })

  it('needs the key of the link', async () => {
    for (const api of [FOLDER_API.read, FOLDER_API.watch, `${FOLDER_API.revision}HEAD`])
      for (const key of ['', 'wrong', at.key.slice(1), `${at.key}x`, at.key.toLowerCase()]) {
        const { status, body } = await call({ url: at.url, key }, api)
        expect([status, body.code]).toEqual([401, 'no-login'])
      }
    expect((await call({ url: at.url, key: 'wrong' }, FOLDER_API.write, { changes: {} })).status).toBe(401)
    expect(
      (await fetch(`${at.url}${FOLDER_API.read}`, { headers: { cookie: `key=${at.key}` } })).status,
    ).toBe(401)
  })

  it('serves no other site, and no other name of this machine', async () => {
    for (const origin of [
      'https://example.org',
      'null',
      at.url.replace('http:', 'https:'),
      'http://127.0.0.1:1',
    ])
      expect((await call(at, FOLDER_API.read, undefined, { origin })).body.code).toBe('bad-origin')
    expect((await call(at, FOLDER_API.read, undefined, { origin: at.url })).status).toBe(200)
    const { port } = new URL(at.url)
    const withHost = (host: string, file: string): Promise<number | undefined> =>
      new Promise((resolve, reject) => {
        const headers = { host, authorization: `Bearer ${at.key}` }
        const sent = request({ host: '127.0.0.1', port, path: file, headers }, (answer) => {
          answer.resume()
          resolve(answer.statusCode)
        })
        sent.once('error', reject)
        sent.end()
      })
    for (const file of [FOLDER_API.read, '/', '/site.json']) {
      expect(await withHost(`evil.example.org:${port}`, file)).toBe(403)
      expect(await withHost(`localhost:${port}`, file)).toBe(200)
    }
  })
})
