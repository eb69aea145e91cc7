/** The site that serves the page: a server with an API, or static files only. */
import { callEndpoint, type CallOptions } from '@ludoforge/client'
import { type EndpointName, Refusal, type Reply } from '@ludoforge/table'

interface Site {
  readonly server: boolean
  readonly version: string
  /** Whether the documentation is at `docs/`. */
  readonly docs: boolean
}

/** The URL of the page's folder, with a trailing slash. */
export const base = new URL('.', document.baseURI).href

/** Fetches a file next to the page. Throws `Refusal` if it can't be loaded. */
export async function fetchFile<T>(path: string): Promise<T> {
  const response = await fetch(base + path).catch(() => undefined)
  if (response === undefined) throw new Refusal('busy', 'No connection. Check your network and try again.')
  if (response.status === 404) throw new Refusal('not-found', `This site has no file ${path}.`)
  if (!response.ok)
    throw new Refusal('trouble', `Can’t load ${path} (HTTP ${response.status}). Try again later.`)
  return (await response.json()) as T
}

let cached: Promise<Site> | undefined

export function site(): Promise<Site> {
  cached ??= fetchFile<Site>('site.json').catch((error: unknown) => {
    cached = undefined // retry on the next call
    throw error
  })
  return cached
}

/** Calls an endpoint of the page's server. */
export async function call<N extends EndpointName>(name: N, options?: CallOptions): Promise<Reply<N>> {
  try {
    return await callEndpoint(base, name, options)
  } catch (error) {
    if (error instanceof TypeError) throw new Refusal('busy', 'The server doesn’t answer. Try again later.')
    throw error
  }
}

export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
