/** Where one is on the page: the part of the address behind its #. */
import { useSyncExternalStore } from 'react'

export type Route =
  | { readonly at: 'lobby' }
  | { readonly at: 'new'; readonly game: string }
  /** With a key one sits there: it is kept, and taken out of the address. */
  | { readonly at: 'table'; readonly id: string; readonly key?: string }
  | { readonly at: 'local'; readonly id: string }
  | { readonly at: 'join'; readonly table: string; readonly secret: string }
  | { readonly at: 'settings' }
  | { readonly at: 'account' }
  | { readonly at: 'book'; readonly fingerprint: string; readonly rule: string }
  | { readonly at: 'nowhere'; readonly path: string }

/** What an address may leave out: a rulebook is opened at its beginning, a table with the key that is known. */
const OPTIONAL: ReadonlySet<string> = new Set(['rule', 'key'])

/** The parts of each route, in the order in which the address names them. */
const PARTS = {
  lobby: [],
  new: ['game'],
  table: ['id', 'key'],
  local: ['id'],
  join: ['table', 'secret'],
  settings: [],
  account: [],
  book: ['fingerprint', 'rule'],
} as const satisfies Record<Exclude<Route['at'], 'nowhere'>, readonly string[]>

function routeOf(hash: string): Route {
  const path = hash.replace(/^#?\/?/, '')
  const [first = '', ...rest] = path.split('/').map(readable)
  const at = first === '' ? 'lobby' : first
  if (!isPlace(at) || rest.length > PARTS[at].length) return { at: 'nowhere', path }
  const parts = PARTS[at].map((name, i) => [name, rest[i] ?? ''] as const)
  if (parts.some(([name, value]) => value === '' && !OPTIONAL.has(name))) return { at: 'nowhere', path }
  return { at, ...Object.fromEntries(parts) } as Route
}

function isPlace(text: string): text is keyof typeof PARTS {
  return Object.hasOwn(PARTS, text)
}

function readable(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part // a stray % is a letter like any other
  }
}

export function href(route: Exclude<Route, { readonly at: 'nowhere' }>): string {
  if (route.at === 'lobby') return '#/'
  const given: Readonly<Record<string, string | undefined>> = route
  const values = PARTS[route.at].map((name) => encodeURIComponent(given[name] ?? ''))
  return `#/${[route.at, ...values].join('/').replace(/\/+$/, '')}`
}

export function go(route: Parameters<typeof href>[0]): void {
  location.hash = href(route)
}

const listen = (changed: () => void): (() => void) => {
  addEventListener('hashchange', changed)
  return () => removeEventListener('hashchange', changed)
}

export function useRoute(): Route {
  return routeOf(useSyncExternalStore(listen, () => location.hash))
}
