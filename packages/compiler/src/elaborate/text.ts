/** Texts with values in them: "{n} troops left". */
import type { Text } from '@ludoforge/kernel'
import { parseExpressionText } from '../notation/index.js'
import type { Span } from '../source/index.js'
import { type Context, elaborate } from './expressions.js'

/** A title, which often is plain text. */
export function asTitle(text: Text): string | Text {
  return text.every((part) => typeof part === 'string') ? text.join('') : text
}

export function elaborateText(cx: Context, text: string, span: Span): Text {
  const parts = text.split(/\{([^{}]*)\}/)
  return parts.flatMap((part, i): Text => {
    if (i % 2 === 0) return part === '' ? [] : [part]
    const node = parseExpressionText(
      { text: part, file: span.file, line: span.line, column: span.column },
      cx.world.reporter,
    )
    if (node === undefined) return []
    const value = elaborate(cx, node)
    return [{ show: value.expr, type: value.type }]
  })
}
