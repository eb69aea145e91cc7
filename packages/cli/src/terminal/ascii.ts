/** For terminals that know no other signs than those of ASCII. */

/** Each sign by one that takes as many columns, so that drawings stay what they are. */
const SIGNS: Readonly<Record<string, string>> = {
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
  '♣': 'c',
  '♦': 'd',
  '♥': 'h',
  '♠': 's',
}

const OTHER = /[\u0080-\u{10FFFF}]/u

/** Letters lose their accents; what has no likeness is a question mark. */
export function asciiOf(text: string): string {
  if (!OTHER.test(text)) return text
  const plain = text.normalize('NFD').replaceAll(/\p{Mn}/gu, '')
  return Array.from(plain, (sign) => (OTHER.test(sign) ? (SIGNS[sign] ?? '?') : sign)).join('')
}

/** Commands that people look at even through a pipe; of others a program may read what they write. */
const WATCHED = new Set(['play', 'join', 'replay'])

/** Whether the locale has no more signs than that. One that says nothing is taken for today's. */
export function wantsAscii(args: readonly string[], env: NodeJS.ProcessEnv, isTerminal: boolean): boolean {
  const [locale = ''] = [env['LC_ALL'], env['LC_CTYPE'], env['LANG']].filter((one) => one)
  if (locale === '' || /utf-?8/i.test(locale)) return false
  return isTerminal || WATCHED.has(args[0] ?? '')
}
