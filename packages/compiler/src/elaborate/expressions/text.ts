/** Texts with values in them: "{n} troops left". */
import type { Text } from '@ludoforge/kernel'
import { type CountedNode, parseTemplate, type TextNode } from '../../parser/index.js'
import type { Span } from '../../source/index.js'
import { wrongType } from '../diagnostic-error.js'
import { describe } from '../types.js'
import { type Context, elaborate } from './expressions.js'

/** Simplifies a title without values to a string. */
export function asTitle(text: Text): string | Text {
  return text.every((part) => typeof part === 'string') ? text.join('') : text
}

export function elaborateText(cx: Context, text: TextNode): Text {
  return text.map((part) => {
    if (typeof part === 'string') return part
    if (part.node === 'counted') return counted(cx, part)
    const { expr: show, type } = elaborate(cx, part)
    return { show, type }
  })
}

function counted(cx: Context, { value, one, many }: CountedNode): Text[number] {
  const { expr: show, type } = elaborate(cx, value)
  if (type !== 'number' && type !== 'any')
    throw wrongType(
      value.span,
      `Only a number can count a noun, and this is ${describe(type)}.`,
      'Remove the colon and the noun, or write a number before it.',
    )
  return { show, type, one, many: many ?? cx.world.language.plural(one) }
}

/** Elaborates a text in data, with or without quotes: its translation, or as the author wrote it. */
export function elaborateTemplate(cx: Context, text: string, span: Span, as?: 'written'): Text {
  const { reporter, words } = cx.world
  const other = as === 'written' ? undefined : words?.text(text, span)
  if (other !== undefined) return elaborateText(cx, parseTemplate(other.text, other.at, reporter))
  const quoted = /^['"]/.test(cx.world.text(span))
  const at = { ...span, column: span.column + (quoted ? 1 : 0) }
  return elaborateText(cx, parseTemplate(text, at, reporter))
}
