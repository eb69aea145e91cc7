/**
 * Recorded exchanges of an editor and `ludoforge lsp`, over stdio. Each file of exchanges/ is a list of messages: what the
 * editor sends, and what the server must answer. `LUDOFORGE_WRITE_DOCS=1` records the answers again.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { root } from '../../../scripts/process.mjs'
import { LanguageClient, type Message } from './support/client.js'

const folder = fileURLToPath(new URL('exchanges/', import.meta.url))

/** A step of an exchange. `$GAME` is the URI of the game's folder. */
type Step =
  | { readonly notify: string; readonly params: unknown }
  | { readonly request: string; readonly params: unknown; result?: unknown; error?: unknown }
  | { readonly published: string; diagnostics?: unknown }

interface Exchange {
  readonly about: string
  readonly game: string
  readonly steps: readonly Step[]
}

const names = readdirSync(folder).filter((name) => name.endsWith('.json'))

describe.each(names)('the exchange %s', (name) => {
  const file = path.join(folder, name)
  const exchange = JSON.parse(readFileSync(file, 'utf8')) as Exchange
  let place: string
  let client: LanguageClient
  beforeAll(async () => {
    place = await mkdtemp(path.join(tmpdir(), 'ludoforge-lsp-'))
    await cp(path.join(root, exchange.game), place, { recursive: true })
    client = new LanguageClient()
  })
  afterAll(() => rm(place, { recursive: true, force: true }))

  it(exchange.about, async () => {
    const uri = pathToFileURL(place).href
    const filled = <T>(value: T): T => JSON.parse(JSON.stringify(value).replaceAll('$GAME', uri)) as T
    const named = (value: unknown): unknown =>
      JSON.parse(JSON.stringify(value ?? null).replaceAll(uri, '$GAME'))
    for (const step of exchange.steps) {
      if ('notify' in step) client.notify(step.notify, filled(step.params))
      else if ('request' in step) {
        const { result, error } = await client.request(step.request, filled(step.params))
        check(step, { result: named(result), ...(error === undefined ? {} : { error: named(error) }) })
      } else check(step, { diagnostics: named(await published(filled(step.published))) })
    }
    expect(await client.close()).toBe(0)
    expect(client.err).toBe('')
    if (process.env['LUDOFORGE_WRITE_DOCS'] !== undefined)
      writeFileSync(file, `${JSON.stringify(exchange, null, 2)}\n`)
  })

  /** The diagnostics of a file that are published next, or that were published since the last step. */
  async function published(uri: string): Promise<unknown> {
    const fits = ({ method, params }: Message): boolean =>
      method === 'textDocument/publishDiagnostics' && (params as { uri: string }).uri === uri
    const message = client.received.find(fits) ?? (await client.next(fits))
    client.received.splice(client.received.indexOf(message), 1)
    return message.params
  }

  function check(step: Step, found: object): void {
    if (process.env['LUDOFORGE_WRITE_DOCS'] !== undefined) Object.assign(step, found)
    expect(step).toEqual({ ...step, ...found })
  }
})
