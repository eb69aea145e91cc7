/** Returns a random id. Browsers have `crypto.randomUUID` in secure contexts only, and a page may be served by plain HTTP. */
export function randomId(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
}
