/** Protects terminals from control characters in texts of games and files: refuse the text, or print it escaped. */

/** Control characters except tab and line feed, and the Unicode bidirectional overrides. */
const CONTROL = '\\0-\\x08\\x0b-\\x1f\\x7f-\\x9f\\u202a-\\u202e\\u2066-\\u2069'
const FIRST = new RegExp(`[${CONTROL}]`)
const ALL = new RegExp(FIRST, 'g')

/** Returns whether a text has no characters that could control a terminal or hide text. */
export function isPrintable(text: string): boolean {
  return !FIRST.test(text)
}

/** Returns the text with a visible symbol in place of each of these characters. */
export function printable(text: string): string {
  return isPrintable(text) ? text : text.replace(ALL, symbolFor)
}

function symbolFor(character: string): string {
  const code = character.charCodeAt(0)
  return code < 0x20 ? String.fromCharCode(0x2400 + code) : code === 0x7f ? '\u2421' : '\ufffd'
}
