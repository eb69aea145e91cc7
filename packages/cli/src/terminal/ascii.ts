/** Output for terminals that only show ASCII. */

/** Replacements of the same width, so that drawings stay aligned. */
const REPLACEMENTS: Readonly<Record<string, string>> = {
  '─': '-',
  '│': '|',
  '┼': '+',
  '·': '.',
  '•': '*',
  '…': '~',
  '×': 'x',
  '–': '-',
  '—': '-',
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '●': '#',
  '○': 'o',
  '■': '#',
  '□': 'o',
  '▲': '^',
  '★': '*',
  '‡': '&',
  '⌂': 'n',
  '→': '>',
  '←': '<',
  '↑': '^',
  '↓': 'v',
  '⇑': '^',
  '⇓': 'v',
  '✓': 'v',
  '♔': 'K',
  '♕': 'Q',
  '♖': 'R',
  '♗': 'B',
  '♘': 'N',
  '♙': 'P',
  '♚': 'k',
  '♛': 'q',
  '♜': 'r',
  '♝': 'b',
  '♞': 'n',
  '♟': 'p',
  '♣': 'c',
  '♦': 'd',
  '♥': 'h',
  '♠': 's',
}

const NON_ASCII = /[\u0080-\u{10FFFF}]/u

/** Transliterates to ASCII: accents are dropped, and unknown characters become `?`. */
export function asciiOf(text: string): string {
  if (!NON_ASCII.test(text)) return text
  const plain = text.normalize('NFD').replaceAll(/\p{Mn}/gu, '')
  return Array.from(plain, (character) =>
    NON_ASCII.test(character) ? (REPLACEMENTS[character] ?? '?') : character,
  ).join('')
}

/** Commands whose output is for people, even through a pipe. Programs may read that of other commands. */
const FOR_PEOPLE = new Set(['play', 'join', 'replay', 'lessons'])

/** Whether the locale lacks UTF-8. Without a locale, UTF-8 is assumed. */
export function wantsAscii(args: readonly string[], env: NodeJS.ProcessEnv, isTerminal: boolean): boolean {
  const [locale = ''] = [env['LC_ALL'], env['LC_CTYPE'], env['LANG']].filter((value) => value)
  if (locale === '' || /utf-?8/i.test(locale)) return false
  return isTerminal || FOR_PEOPLE.has(args[0] ?? '')
}
