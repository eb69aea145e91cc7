// Keeps the page at hand, so that it opens and plays without a connection. FILES and VERSION are filled in by the build.
const PAGE = `ludoforge-page-${VERSION}`
const DATA = 'ludoforge-data' // what changes: the last that was seen
const PATIENCE_MS = 8000

addEventListener('install', (event) => {
  const keep = async (name, files) => (await caches.open(name)).addAll(files)
  event.waitUntil(Promise.all([keep(PAGE, FILES), keep(DATA, ['site.json', 'games/index.json'])]))
  skipWaiting()
})

addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      const old = (await caches.keys()).filter((name) => name.startsWith('ludoforge-page-') && name !== PAGE)
      await Promise.all(old.map((name) => caches.delete(name)))
      await clients.claim()
    })(),
  )
})

addEventListener('fetch', (event) => {
  const { request } = event
  const here = new URL(registration.scope)
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== here.origin || !pathname.startsWith(here.pathname)) return
  const path = pathname.slice(here.pathname.length)
  if (path.startsWith('api/') || /^docs(?:\/|$)/.test(path)) return
  if (path.startsWith('assets/')) event.respondWith(keptFirst(request))
  else event.respondWith(freshFirst(request, request.mode === 'navigate' ? here.href : request.url))
})

/** Its name changes with what is in it. */
async function keptFirst(request) {
  return (await caches.match(request)) ?? fetch(request)
}

/** The newest there is; without a connection, what was there last. */
async function freshFirst(request, address) {
  try {
    const response = await fetch(request, { signal: AbortSignal.timeout(PATIENCE_MS) })
    const isList = /(?:^|\/)(?:site|games\/index)\.json$/.test(new URL(address).pathname)
    if (response.ok && isList) await (await caches.open(DATA)).put(address, response.clone())
    return response
  } catch (error) {
    const kept = await caches.match(address)
    if (kept === undefined) throw error
    return kept
  }
}
