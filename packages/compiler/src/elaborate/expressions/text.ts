/** Texts with values in them: "{n} troops left". */
import type { Text } from '@ludoforge/kernel'
import { parseTemplate, type TextNode } from '../../parser/index.js'
import type { Span } from '../../source/index.js'
import { type Context, elaborate } from './expressions.js'

/** Simplifies a title without values to a string. */
export function asTitle(text: Text): string | Text {
  return text.every((part) => typeof part === 'string') ? text.join('') : text
}

export function elaborateText(cx: Context, text: TextNode): Text {
  return text.map((part) => {
    if (typeof part === 'string') return part
    const { expr: show, type } = elaborate(cx, part)
    return { show, type }
  })
}

/** Elaborates a text in data, with or without quotes. */
export function elaborateTemplate(cx: Context, text: string, span: Span): Text {
  const quoted = /^['"]/.test(cx.world.text(span))
  const at = { ...span, column: span.column + (quoted ? 1 : 0) }
  return elaborateText(cx, parseTemplate(text, at, cx.world.reporter))
}
