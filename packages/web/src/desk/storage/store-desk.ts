/** Asks the service worker to store the files of the desk, so that it opens offline from now on. */
export async function storeDesk(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const { active } = await navigator.serviceWorker.ready
  active?.postMessage('store-desk')
}
