/** Hash routing: the part of the address after the `#`. */
import { useSyncExternalStore } from 'react'

export type Route =
  | { readonly at: 'lobby' }
  | { readonly at: 'new'; readonly game: string }
  /** The lessons of a game, or one of them. */
  | { readonly at: 'learn'; readonly game: string; readonly lesson?: string }
  /** A key takes its seat. The page stores the key and removes it from the address. */
  | { readonly at: 'table'; readonly id: string; readonly key?: string }
  | { readonly at: 'local'; readonly id: string }
  | { readonly at: 'puzzles'; readonly game: string }
  | { readonly at: 'join'; readonly table: string; readonly secret: string }
  | { readonly at: 'settings' }
  | { readonly at: 'account' }
  /** Your games, and templates for new ones. */
  | { readonly at: 'make' }
  /** A project at the desk. `storage`: browser, folder or hosted. The page stores the key of a link and removes it from the address. */
  | { readonly at: 'desk'; readonly storage: string; readonly id: string; readonly key?: string }
  /** The rulebook of a game (its id, or the fingerprint of its rules), at a section. */
  | { readonly at: 'rules'; readonly game: string; readonly place: string }
  | { readonly at: 'reset'; readonly token: string }
  | { readonly at: 'nowhere'; readonly path: string }

/** Optional parts: without a lesson the list of lessons opens, without a place the rulebook opens at its start, without a key the stored one is used. */
const OPTIONAL: ReadonlySet<string> = new Set(['lesson', 'place', 'key'])

/** The parts of each route, in the order of the address. */
const PARTS = {
  lobby: [],
  new: ['game'],
  learn: ['game', 'lesson'],
  table: ['id', 'key'],
  local: ['id'],
  puzzles: ['game'],
  join: ['table', 'secret'],
  settings: [],
  account: [],
  make: [],
  desk: ['storage', 'id', 'key'],
  rules: ['game', 'place'],
  reset: ['token'],
} as const satisfies Record<Exclude<Route['at'], 'nowhere'>, readonly string[]>

/** Returns the route of an address after its `#`. */
export function routeOf(hash: string): Route {
  const path = hash.replace(/^#?\/?/, '')
  const [first = '', ...rest] = path.split('/').map(decoded)
  const at = first === '' ? 'lobby' : first
  if (!isRouteName(at) || rest.length > PARTS[at].length) return { at: 'nowhere', path }
  const parts = PARTS[at].map((name, i) => [name, rest[i] ?? ''] as const)
  if (parts.some(([name, value]) => value === '' && !OPTIONAL.has(name))) return { at: 'nowhere', path }
  return { at, ...Object.fromEntries(parts) } as Route
}

function isRouteName(text: string): text is keyof typeof PARTS {
  return Object.hasOwn(PARTS, text)
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part // an invalid escape is kept as it is
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
