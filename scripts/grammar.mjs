// Writes the TextMate grammars of the notation from the words of the compiler: `rules` for rules blocks, `steps` for
// examples, lessons and guides. Editors, the documentation and the page's rulebook use them. Run: npm run grammar
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { VOCABULARY } from '../packages/compiler/src/editing/vocabulary.ts'
import { ENGINE_NAMES } from '../packages/compiler/src/parser/reserved-words.ts'
import { root } from './process.mjs'

export const grammarFolder = path.join(root, 'packages/language-server/src/grammar')

/** A pattern for one of these words, the longest first, and never for a part of a longer name. */
const oneOf = (words) => `(?<![\\w-])(?:${sorted(words).join('|')})(?![\\w-])`
const sorted = (words) => [...new Set(words)].toSorted((a, b) => b.length - a.length || (a < b ? -1 : 1))

const CONSTANTS = ['true', 'false', 'none', 'nothing']
const NAME = '[0-9]*[A-Za-z][A-Za-z0-9]*(?:-[A-Za-z0-9]+)*'
const scope = (name) => `${name}.ludoforge`

const comment = { name: scope('comment.line.number-sign'), match: '#.*$' }

/** The patterns inside of a line. Only features that every engine for regular expressions has: the page reads them, too. */
function expression(words) {
  const predefined = VOCABULARY.words.filter((word) => !CONSTANTS.includes(word))
  return [
    { name: scope('constant.language'), match: oneOf(CONSTANTS) },
    {
      name: scope('support.type'),
      match: `(?<=: )(?:list of )?${oneOf(VOCABULARY.types).slice('(?<![\\w-])'.length)}`,
    },
    {
      name: scope('support.function'),
      match: `${oneOf([...VOCABULARY.functions, ...VOCABULARY.policyFunctions])}(?=\\()`,
    },
    { name: scope('entity.name.function'), match: `(?<![\\w-])${NAME}(?=\\()` },
    { name: scope('variable.language'), match: oneOf(predefined) },
    { name: scope('keyword.other'), match: oneOf(words.filter((word) => !predefined.includes(word))) },
    { name: scope('invalid.illegal.reserved'), match: oneOf(ENGINE_NAMES) },
    { name: scope('constant.numeric'), match: '(?<![\\w-])[0-9]+(?![\\w-])' },
    { name: scope('keyword.operator'), match: '\\.\\.|[!<>]=|[=<>+*/%|-](?![A-Za-z])' },
  ]
}

/** Texts in quotes, with values in braces. */
const texts = (inner) => ({
  name: scope('string.quoted.double'),
  begin: '"',
  end: '"',
  patterns: [{ name: scope('meta.embedded.line'), begin: '\\{', end: '\\}', patterns: inner }],
})

/** Words at the start of an indented line. */
const head = (words) => ({
  match: `^\\s*(${sorted(words).join('|')})(?![\\w-])`,
  captures: { 1: { name: scope('keyword.control') } },
})

function rules() {
  const words = [...VOCABULARY.reserved, ...VOCABULARY.clauses].filter((word) => !CONSTANTS.includes(word))
  const inner = expression(words)
  return {
    name: 'rules',
    scopeName: 'source.ludoforge.rules',
    patterns: [
      comment,
      {
        match: `^(${sorted(VOCABULARY.declarations).join('|')})(?![\\w-])(?:\\s+(${NAME}))?`,
        captures: { 1: { name: scope('keyword.control') }, 2: { name: scope('entity.name.function') } },
      },
      head([...VOCABULARY.statements, ...VOCABULARY.policyLines, 'else', 'requires', 'offers', 'option']),
      texts(inner),
      ...inner,
    ],
  }
}

function steps() {
  const words = [...VOCABULARY.reserved, ...VOCABULARY.clauses, ...VOCABULARY.steps].filter(
    (word) => !CONSTANTS.includes(word),
  )
  const inner = expression(words)
  return {
    name: 'example',
    scopeName: 'source.ludoforge.steps',
    patterns: [
      comment,
      { name: scope('entity.name.section'), match: '^[^\\s#"][^#"]*' },
      head([
        ...VOCABULARY.exampleSteps,
        ...VOCABULARY.lessonEntries,
        ...VOCABULARY.guideLines,
        ...VOCABULARY.statements,
      ]),
      texts(inner),
      ...inner,
    ],
  }
}

/** The grammars, by the names of their files. */
export const grammars = () => ({ 'rules.tmLanguage.json': rules(), 'steps.tmLanguage.json': steps() })

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  for (const [name, grammar] of Object.entries(grammars()))
    writeFileSync(path.join(grammarFolder, name), `${JSON.stringify(grammar, null, 2)}\n`)
