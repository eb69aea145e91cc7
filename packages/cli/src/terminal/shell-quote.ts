/** Quotes an argument for a POSIX shell, if it needs quotes. */
export function shellQuote(text: string): string {
  return /^[\w.,:/=-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
}
