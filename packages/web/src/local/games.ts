/** The files of games that tables of this browser are played by: they stay, whatever the site has later. */
const CACHE = 'ludoforge-games'

/** The folder with the files of all games. */
export const gamesAt = (): string => new URL('games/', document.baseURI).href

const filesOf = (fingerprint: string): string[] =>
  ['rules.json', 'scene.json', 'book.json', 'game.js'].map((name) => `${gamesAt()}${fingerprint}/${name}`)

/** Only a page that came over a secure way has a cache: any other needs its site each time. */
const cache = async (): Promise<Cache | undefined> =>
  'caches' in globalThis ? caches.open(CACHE) : undefined

export async function keepGame(fingerprint: string): Promise<void> {
  const kept = await cache()
  const missing: string[] = []
  for (const file of filesOf(fingerprint)) if ((await kept?.match(file)) === undefined) missing.push(file)
  await kept?.addAll(missing)
}

export async function letGameGo(fingerprint: string): Promise<void> {
  const kept = await cache()
  for (const file of filesOf(fingerprint)) await kept?.delete(file)
}
