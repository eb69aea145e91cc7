// Colours for `rules` and `example` blocks: a grammar for the highlighter, made from the words of the compiler.
import { RESERVED_WORDS } from '../../packages/compiler/src/parser/reserved-words.ts'
import { STATEMENT_WORDS } from '../../packages/compiler/src/parser/statements.ts'

/** Words that begin a declaration, a line of an example or a line of a policy. */
const OPENING =
  'action operation procedure value test set window policy example given when then it with use weights features worth ' +
  'promise only prefer avoid take otherwise finally first requires each some every any all no count'

const words = [...new Set([...RESERVED_WORDS, ...STATEMENT_WORDS, ...OPENING.split(' ')])].filter((word) =>
  /^[a-z-]+$/.test(word),
)

export const rulesGrammar = {
  name: 'rules',
  scopeName: 'source.ludoforge-rules',
  aliases: ['example'],
  patterns: [
    { name: 'comment.line.number-sign', match: '#.*$' },
    { name: 'string.quoted', match: '"(?:[^"\\\\]|\\\\.)*"' },
    { name: 'constant.numeric', match: '(?<![\\w-])\\d+(?![\\w-])' },
    { name: 'keyword.control', match: `(?<![\\w-])(?:${words.join('|')})(?![\\w-])` },
  ],
}
