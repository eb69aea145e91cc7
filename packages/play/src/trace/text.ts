/** Text and bytes. The language has no way from one to the other; everything that runs it has these two. */
declare const TextDecoder: new (
  label: string,
  options?: { readonly fatal: boolean },
) => { decode(bytes: Uint8Array): string }
declare const TextEncoder: new () => { encode(text: string): Uint8Array }

/** Throws if the bytes are no text. */
export function textOf(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
}

/** A letter for each byte, whatever they are: what is found in it is found at the same place in the bytes. */
export function decodeLatin1(bytes: Uint8Array): string {
  return new TextDecoder('latin1').decode(bytes)
}

export function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}
