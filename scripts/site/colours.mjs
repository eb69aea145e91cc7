// Colours of code as classes. The highlighter writes a style into every word of a page; a class is shorter, works in
// light and dark, and needs no exception in a Content Security Policy.

/** The class of a word, and the scopes of TextMate grammars that it is for. */
const KINDS = {
  comment: ['comment', 'punctuation.definition.comment'],
  text: ['string', 'punctuation.definition.string'],
  number: ['constant.numeric', 'constant.language'],
  word: ['keyword', 'storage', 'keyword.operator.expression', 'variable.language'],
  plain: ['keyword.operator', 'punctuation', 'variable'],
  key: ['entity.name.tag', 'support.type.property-name', 'meta.object-literal.key'],
  name: [
    'entity.name.function',
    'support.function',
    'entity.name.type',
    'support.type',
    'support.class',
    'entity.name.section',
  ],
}

/** A theme whose colours are numbers of classes. */
const code = (index) => `#${(index + 1).toString(16).padStart(6, '0')}`
const PLAIN = '#ffffff'

export const theme = {
  name: 'classes',
  type: 'light',
  fg: PLAIN,
  bg: PLAIN,
  settings: [
    { settings: { foreground: PLAIN, background: PLAIN } },
    ...Object.values(KINDS).map((scope, i) => ({ scope, settings: { foreground: code(i) } })),
  ],
}

const CLASSES = new Map(
  Object.keys(KINDS).flatMap((kind, i) => (kind === 'plain' ? [] : [[code(i), `code-${kind}`]])),
)

/** Writes the class of a word in place of its style; a word without one is plain text. */
export const classes = {
  name: 'classes',
  pre(node) {
    delete node.properties.style
  },
  line(node) {
    node.children = node.children.flatMap((word) => {
      const style = word.properties?.style
      if (style === undefined) return [word]
      const name = CLASSES.get(/#[0-9a-f]{6}/i.exec(JSON.stringify(style))?.[0].toLowerCase())
      if (name === undefined) return word.children
      return [{ ...word, properties: { class: name } }]
    })
  },
}
