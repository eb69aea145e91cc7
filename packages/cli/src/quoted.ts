/** As a shell takes it. */
export function quoted(text: string): string {
  return /^[\w.,:/=-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
}
