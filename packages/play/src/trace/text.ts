/** Converts between text and bytes. ECMAScript has no encoder, but every host provides these two. */
declare const TextDecoder: new (
  label: string,
  options?: { readonly fatal: boolean },
) => { decode(bytes: Uint8Array): string }
declare const TextEncoder: new () => { encode(text: string): Uint8Array }

/** Decodes UTF-8. Throws if the bytes aren't valid. */
export function textOf(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
}

/** Decodes one character per byte, so that indexes in the text are indexes in the bytes. */
export function decodeLatin1(bytes: Uint8Array): string {
  return new TextDecoder('latin1').decode(bytes)
}

export function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}
