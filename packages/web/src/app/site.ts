/** Where the page lies, and what is there: a server with an API, or files alone. */
import { callEndpoint, type CallOptions } from '@ludoforge/client'
import { type EndpointName, Refusal, type Reply } from '@ludoforge/table'

interface Site {
  readonly server: boolean
  readonly version: string
  /** Whether the documentation is at `docs/`. */
  readonly docs: boolean
}

/** The folder of the page, with a / at its end. */
export const base = new URL('.', document.baseURI).href

/** A file beside the page. Throws a sentence if it cannot be had. */
export async function fetchFile<T>(path: string): Promise<T> {
  const response = await fetch(base + path).catch(() => undefined)
  if (response === undefined) throw new Refusal('busy', 'There is no connection. Try again later.')
  if (response.status === 404) throw new Refusal('not-found', `There is no file ${path} here.`)
  if (!response.ok) throw new Refusal('trouble', `${path} cannot be had at the moment (${response.status}).`)
  return (await response.json()) as T
}

let known: Promise<Site> | undefined

export function site(): Promise<Site> {
  known ??= fetchFile<Site>('site.json').catch((error: unknown) => {
    known = undefined // it may be there the next time
    throw error
  })
  return known
}

/** Asks the server beside the page. */
export async function call<N extends EndpointName>(name: N, asking?: CallOptions): Promise<Reply<N>> {
  try {
    return await callEndpoint(base, name, asking)
  } catch (error) {
    if (error instanceof TypeError) throw new Refusal('busy', 'The server does not answer. Try again later.')
    throw error
  }
}

export function sentence(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
