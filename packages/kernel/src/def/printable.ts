/** Text from a game or a file may hold what a terminal obeys: it is refused where it is read, or shown harmlessly. */

/** Control characters but tab and line feed, and those that turn the direction of writing round. */
const UNSEEN = '\\0-\\x08\\x0b-\\x1f\\x7f-\\x9f\\u202a-\\u202e\\u2066-\\u2069'
const FIRST = new RegExp(`[${UNSEEN}]`)
const ALL = new RegExp(FIRST, 'g')

/** It has no signs that could change a terminal or hide text. */
export function isPrintable(text: string): boolean {
  return !FIRST.test(text)
}

/** The text with a sign in place of each of these. */
export function printable(text: string): string {
  return isPrintable(text) ? text : text.replace(ALL, sign)
}

function sign(character: string): string {
  const code = character.charCodeAt(0)
  return code < 0x20 ? String.fromCharCode(0x2400 + code) : code === 0x7f ? '\u2421' : '\ufffd'
}
