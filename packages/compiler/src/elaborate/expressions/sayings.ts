/** Sentences for people: what a condition means if it holds and if it fails, and the noun phrase of a value or set. */
import type { Saying, Text, TypeName } from '@ludoforge/kernel'
import { withoutMark } from '@ludoforge/play'
import type { SayingNode } from '../../parser/index.js'
import type { Span } from '../../source/index.js'
import { DiagnosticError } from '../diagnostic-error.js'
import type { SymbolTable } from '../symbols.js'
import type { Context } from './expressions.js'
import { elaborateText } from './text.js'

/**
 * What a sentence belongs to: a condition, which may fail; the noun phrase of a value or set; a measure, which is a noun
 * phrase or, as `first … / last …`, an order; a reason.
 */
type SayingForm = 'condition' | 'noun' | 'measure' | 'reason'

/** The form of the sentence of a function, by the type of its result. */
export function sayingForm(returns: TypeName): SayingForm {
  return returns === 'flag' ? 'condition' : returns === 'number' ? 'measure' : 'noun'
}

export function elaborateSaying(cx: Context, { text, span }: SayingNode, form: SayingForm): Saying {
  return sayingOf(cx.world, elaborateText(cx, text), span, form)
}

/** Splits `A / B` into both forms. Without B, the language derives it from A. */
export function sayingOf(world: SymbolTable, text: Text, span: Span, form: SayingForm): Saying {
  const shown = text.filter((part) => typeof part !== 'string')
  let slot = 0
  // Values become `{0}`, `{1}`, …, so that the grammar sees plain words.
  const words = text.map((part) => (typeof part === 'string' ? part : `{${slot++}}`)).join('')
  const [first = '', second, ...others] = words.split(' / ').map((one) => one.trim())
  if (first === '' || second === '')
    throw new DiagnosticError(
      'empty-name',
      span,
      'This sentence is empty.',
      'Write it, or remove the quotes.',
    )
  if (others.length > 0 || (form === 'noun' && second !== undefined)) {
    const message =
      form === 'noun'
        ? 'Only a number has two forms, as an order. This has one name for people.'
        : 'A sentence has at most two forms.'
    const hint =
      form === 'noun'
        ? 'Remove ` / ` and what follows.'
        : 'Write what holds, ` / `, and what holds otherwise.'
    throw new DiagnosticError('syntax', span, message, hint)
  }
  const textOf = (sentence: string): Text =>
    withoutMark(sentence)
      .split(/\{(\d+)\}/)
      .flatMap((part, i) => (i % 2 === 1 ? (shown[Number(part)] ?? []) : part === '' ? [] : part))
  const holds = textOf(first)
  if (form === 'noun') return { holds }
  const fails = second ?? (form === 'measure' ? undefined : world.language.negate(first))
  if (fails === undefined && form === 'condition')
    world.reporter.warn(
      'no-verb',
      span,
      "The opposite of this sentence can't be derived, because it has no known verb.",
      'mark the verb, as in `{space} [adjoins] a road`, or write both forms: `A / B`',
    )
  return fails === undefined ? { holds } : { holds, fails: textOf(fails) }
}
