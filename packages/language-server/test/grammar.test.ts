/** The TextMate grammars: up to date, complete, and the same for a real engine and for the tokenizer of the page. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { extractBlocks, readFolder, Reporter } from '@ludoforge/compiler'
import { gameNames } from '@ludoforge/games'
import { createHighlighter } from 'shiki'
import { beforeAll, describe, expect, it } from 'vitest'
import { RESERVED_WORDS } from '../../compiler/src/parser/reserved-words.js'
import { grammarFolder, grammars } from '../../../scripts/grammar.mjs'
import { root } from '../../../scripts/process.mjs'
import { rulesGrammar, stepsGrammar, tokenizerFor } from '../src/grammar/index.js'

type Parts = readonly (readonly [string, string])[]

/** The parts of a block with their scopes, by our tokenizer. Neighbours with the same scopes are joined. */
const ours = (text: string, language: string): Parts[] =>
  (tokenizerFor(language)?.block(text) ?? []).map((line) =>
    joined(line.map((part) => [part.text, part.scopes.join(' ')])),
  )

function joined(parts: Parts): Parts {
  const all: [string, string][] = []
  for (const [text, scopes] of parts) {
    const last = all.at(-1)
    if (last?.[1] === scopes) last[0] += text
    else if (text !== '') all.push([text, scopes])
  }
  return all
}

describe('the grammars', () => {
  it('are those that `npm run grammar` writes', () => {
    for (const [name, grammar] of Object.entries(grammars()))
      expect(JSON.parse(readFileSync(path.join(grammarFolder, name), 'utf8'))).toEqual(
        JSON.parse(JSON.stringify(grammar)),
      )
  })

  it.each(['rules', 'example'])('of %s blocks give every reserved word a scope', (language) => {
    for (const word of RESERVED_WORDS) {
      const [line = []] = ours(`  x ${word} y`, language)
      expect(line.find(([text]) => text === word)?.[1], word).toMatch(
        /(keyword|constant|variable|invalid)[\w.]*$/,
      )
    }
  })

  it('never take a part of a name for a word', () => {
    const [line = []] = ours('  x = end-of-turn + value-of(it) - not-in', 'rules')
    expect(line.filter(([, scopes]) => /keyword\.other/.test(scopes))).toEqual([])
  })
})

const RULES = `action raid(target: space) "Raid {target}" # 3.1
  requires some(troops of actor in target) "{actor} has troops"
  choose up to 2 movers from troops in target where it is active
  if count(movers) >= 2 and not free
    set actor.gold to -1 + 1..6
policy bold for red
  at raid.target
    prefer most after(worth(me))`

const EXAMPLE = `Raiding costs a turn's gold # 3.1
  given an empty board, red to act
    place 2 troops in mill
  when red does raid(mill)
  then red had to choose mill`

const LESSON = `A first raid # 3.1
  given the start, you are red
  say "Troops raid
    what is {target}.", pointing at mill
  you choose mill
    hint "Look"`

describe('the scopes of representative blocks', () => {
  it.each([
    ['rules', RULES],
    ['example', EXAMPLE],
    ['lesson', LESSON],
  ])('of a %s block', (language, text) => {
    const short = ours(text, language).map((line) =>
      line
        .map(
          ([part, scopes]) => `${part}⟨${scopes.split(' ').slice(1).join(' ').replaceAll('.ludoforge', '')}⟩`,
        )
        .join(''),
    )
    expect(short.join('\n')).toMatchSnapshot()
  })
})

describe('a TextMate engine and the tokenizer', () => {
  let highlighter: Awaited<ReturnType<typeof createHighlighter>>
  beforeAll(async () => {
    highlighter = await createHighlighter({
      langs: [{ ...rulesGrammar }, { ...stepsGrammar, aliases: ['lesson', 'guide'] }] as never,
      themes: ['github-light'],
    })
  })

  const engine = (text: string, language: string): Parts[] =>
    highlighter
      .codeToTokensBase(text, {
        lang: language as never,
        theme: 'github-light',
        includeExplanation: 'scopeName',
      })
      .map((line) =>
        joined(
          line.flatMap(({ explanation = [] }) =>
            explanation.map(({ content, scopes }): [string, string] => [
              content,
              scopes.map(({ scopeName }) => scopeName).join(' '),
            ]),
          ),
        ),
      )

  it.each([...gameNames().map((name) => `games/${name}`), 'docs/language'])(
    'give the blocks of %s the same scopes',
    async (folder) => {
      const blocks = extractBlocks(await readFolder(path.join(root, folder)), new Reporter())
      const own = blocks.filter(({ lang }) => lang !== 'yaml')
      // Large games repeat themselves: a sample of their blocks is enough.
      const step = Math.max(1, Math.floor(own.length / 60))
      const checked = own.filter((_block, i) => i % step === 0)
      expect(checked.length).toBeGreaterThan(0)
      for (const { text, lang, file, span } of checked)
        expect(ours(text, lang), `${file}:${span.line}`).toEqual(engine(text, lang))
    },
  )
})
