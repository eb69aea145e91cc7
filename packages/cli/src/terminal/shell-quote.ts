/** As a shell takes it. */
export function shellQuote(text: string): string {
  return /^[\w.,:/=-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
}
