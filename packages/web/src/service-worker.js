// Caches the page, so that it opens and plays offline. The build fills in FILES, DESK_FILES and VERSION.
const PAGE = `ludoforge-page-${VERSION}`
const DESK = `ludoforge-desk-${VERSION}` // large, so only for visitors who have opened a desk
const DATA = 'ludoforge-data' // the lists that change, as last fetched
const FETCH_TIMEOUT_MS = 8000

const store = async (name, files) => (await caches.open(name)).addAll(files)

addEventListener('install', (event) => {
  event.waitUntil(
    (async () => {
      const hasDesk = (await caches.keys()).some((name) => name.startsWith('ludoforge-desk-'))
      await Promise.all([
        store(PAGE, FILES),
        store(DATA, ['site.json', 'games/index.json']),
        ...(hasDesk ? [store(DESK, DESK_FILES)] : []),
      ])
    })(),
  )
  skipWaiting()
})

addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      const old = (await caches.keys()).filter(
        (name) => /^ludoforge-(?:page|desk)-/.test(name) && name !== PAGE && name !== DESK,
      )
      await Promise.all(old.map((name) => caches.delete(name)))
      await clients.claim()
    })(),
  )
})

/** The page has opened a desk: from now on, it opens offline. */
addEventListener('message', (event) => {
  if (event.data === 'store-desk') event.waitUntil(storeDesk())
})

async function storeDesk() {
  // Files are added all at once or not at all.
  if ((await caches.match(DESK_FILES[0], { cacheName: DESK })) === undefined) await store(DESK, DESK_FILES)
}

addEventListener('fetch', (event) => {
  const { request } = event
  const scope = new URL(registration.scope)
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== scope.origin || !pathname.startsWith(scope.pathname)) return
  const path = pathname.slice(scope.pathname.length)
  if (path.startsWith('api/') || /^docs(?:\/|$)/.test(path)) return
  if (path.startsWith('assets/')) event.respondWith(cacheFirst(request))
  else event.respondWith(networkFirst(request, request.mode === 'navigate' ? scope.href : request.url))
})

/** Cache first. The name of an asset contains a hash of its content. */
async function cacheFirst(request) {
  return (await caches.match(request)) ?? fetch(request)
}

/** Network first. Offline, the last cached response. */
async function networkFirst(request, address) {
  try {
    const response = await fetch(request, { signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) })
    const isList = /(?:^|\/)(?:site|games\/index)\.json$/.test(new URL(address).pathname)
    if (response.ok && isList) await (await caches.open(DATA)).put(address, response.clone())
    // A game of the designer's desk is in this browser only.
    return response.status === 404 ? ((await caches.match(address)) ?? response) : response
  } catch (error) {
    const cached = await caches.match(address)
    if (cached === undefined) throw error
    return cached
  }
}

/** A message of the server: `{ title, body, where }`. One notification for each table, the newest. */
addEventListener('push', (event) => {
  const { title, body, where } = event.data.json()
  const options = { body, tag: where, data: { where }, icon: 'icon-192.png' }
  event.waitUntil(registration.showNotification(title, options))
})

/** Shows the table in a window that is open, or in a new one. */
addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openTable(new URL(event.notification.data.where, registration.scope).href))
})

async function openTable(address) {
  const windows = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  const open = windows.find(({ url }) => url === address) ?? windows[0]
  if (open === undefined) return clients.openWindow(address)
  await open.focus()
  return open.url === address ? open : open.navigate(address)
}
