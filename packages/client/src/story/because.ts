/** Why a bot decided so, as a reader of the rulebook would say it. */
import type { PolicyReason } from '@ludoforge/kernel'

/** `8.5.2: most population`: what it went by, or the title of what it follows. */
export function becauseText({ text, title, rule }: PolicyReason): string {
  const words = wordsOf(text) ?? title ?? plain(text)
  return rule === undefined ? words : `${rule}: ${words}`
}

/** Of several that had a say the one that decided: the last that says what it went by. */
export function because(why: readonly PolicyReason[]): PolicyReason | undefined {
  return why.findLast(({ text }) => wordsOf(text) !== undefined) ?? why.at(-1)
}

const AMOUNTS: Readonly<Record<string, string>> = {
  'take most': 'as many as possible',
  'take least': 'as few as possible',
}
const PLAIN = /^[a-z][a-z0-9-]*(?:\.[a-z][a-z0-9-]*)*$/i

/** What a line weighs, if that can be said in words; calls and sums cannot. */
function wordsOf(text: string): string | undefined {
  const amount = AMOUNTS[text.trim()]
  if (amount !== undefined) return amount
  const parts = partsOf(text.replace(/^(?:first|only|prefer|avoid|otherwise)\s+/, '')).flatMap((part) => {
    const [, by, value = ''] = /^(most|least)\s+(.+)$/.exec(part) ?? []
    if (by !== undefined) return PLAIN.test(value) ? [`${by} ${plain(value)}`] : []
    const [, is] = /^it is ((?:not )?\S+)$/.exec(part) ?? []
    return is !== undefined && PLAIN.test(is.replace(/^not /, '')) ? [plain(is)] : []
  })
  const not = text.startsWith('avoid ') ? 'not ' : ''
  return parts.length === 0 ? undefined : `${not}${parts.join(', ')}`
}

/** At commas outside of brackets. */
function partsOf(text: string): string[] {
  const parts: string[] = ['']
  let depth = 0
  for (const sign of text) {
    if (sign === '(' || sign === '[') depth += 1
    if (sign === ')' || sign === ']') depth -= 1
    if (sign === ',' && depth === 0) parts.push('')
    else parts[parts.length - 1] += sign
  }
  return parts.map((part) => part.trim())
}

function plain(text: string): string {
  return text.replaceAll(/\bit\./g, '').replaceAll(/(?<=\w)[-.](?=\w)/g, ' ')
}
