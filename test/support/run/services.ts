/** What the whole run shares and `setup.ts` starts when it is first requested. */
import { chromium, type Browser } from 'playwright-core'
import { inject } from 'vitest'
import { createDatabase } from '../../../packages/server/test/support/postgres.js'

export type ServiceName = 'postgres' | 'browser' | 'server'

declare module 'vitest' {
  interface ProvidedContext {
    services: string
  }
}

async function addressOf(service: ServiceName): Promise<string> {
  const response = await fetch(`${inject('services')}/${service}`)
  const text = await response.text()
  if (!response.ok) throw new Error(`No ${service} for tests: ${text}`)
  return text
}

/** Returns the address of a new, empty database on the Postgres of this run. */
export async function freshDatabase(): Promise<string> {
  return createDatabase(await addressOf('postgres'))
}

/** Returns the address of the server of this run, which serves the page and `SERVED_GAMES`. */
export async function sharedServerUrl(): Promise<string> {
  return addressOf('server')
}

/** Connects to the browser of this run. Its contexts are the connection's own, and closing it closes only these. */
export async function connectBrowser(): Promise<Browser> {
  return chromium.connect(await addressOf('browser'))
}
