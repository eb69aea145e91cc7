/** Caches the games of local tables, so that they stay playable when the site changes. */
const CACHE = 'ludoforge-games'

/** The URL of the folder with all games. */
export const gamesUrl = (): string => new URL('games/', document.baseURI).href

const PLAYED = ['rules.json', 'scene.json', 'book.json', 'game.js']
/** What a guided game needs in addition. */
const TAUGHT = 'lessons.js'

const urlsOf = (fingerprint: string, names: readonly string[]): string[] =>
  names.map((name) => `${gamesUrl()}${fingerprint}/${name}`)

/** The Cache API needs a secure context. Without it, a game is fetched each time. */
const cache = async (): Promise<Cache | undefined> =>
  'caches' in globalThis ? caches.open(CACHE) : undefined

export async function cacheGame(fingerprint: string, isGuided = false): Promise<void> {
  const store = await cache()
  const missing: string[] = []
  for (const file of urlsOf(fingerprint, isGuided ? [...PLAYED, TAUGHT] : PLAYED))
    if ((await store?.match(file)) === undefined) missing.push(file)
  await store?.addAll(missing)
}

/** Stores the files of a game that no site has, by name. Only a service worker can serve them. */
export async function storeGame(fingerprint: string, files: Readonly<Record<string, string>>): Promise<void> {
  const store = await cache()
  if (store === undefined || !('serviceWorker' in navigator))
    throw new Error('This browser can’t store games here. Open the page over https, or export your game.')
  await navigator.serviceWorker.ready
  for (const [name, text] of Object.entries(files)) {
    const type = name.endsWith('.js') ? 'text/javascript' : 'application/json'
    await store.put(
      `${gamesUrl()}${fingerprint}/${name}`,
      new Response(text, { headers: { 'content-type': type } }),
    )
  }
}

export async function uncacheGame(fingerprint: string): Promise<void> {
  const store = await cache()
  for (const file of urlsOf(fingerprint, [...PLAYED, TAUGHT])) await store?.delete(file)
}
