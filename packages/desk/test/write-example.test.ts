import { runExamples } from '@ludoforge/compiler'
import type { Choice } from '@ludoforge/kernel'
import { describe, expect, it } from 'vitest'
import { gameOf } from '../../../test/support/games.js'
import { draftText } from '../src/index.js'
import { draftExample, insertExample } from '../src/session/index.js'
import { projectFiles } from './project-files.js'

/** The first legal answers of a game, up to a number of decisions. */
async function played(name: string, answers: number | readonly Choice[]) {
  const game = await gameOf(name)
  const beginning = { seed: 1, options: {}, scenario: game.def.scenarios[0]?.id }
  const start =
    beginning.scenario === undefined
      ? { seed: 1, options: {} }
      : { ...beginning, scenario: beginning.scenario }
  let state = game.start(start)
  const decisions: { seat: string; choice: Choice }[] = []
  const count = typeof answers === 'number' ? answers : answers.length
  for (let i = 0; i < count; i++) {
    const question = game.decision(state)
    if (question === undefined) break
    const first = question.options.map(({ id }) => id).slice(0, Math.max(1, question.min))
    const usual =
      question.kind === 'number' ? question.min : question.kind === 'many' ? first : (first[0] ?? [])
    const choice = typeof answers === 'number' ? usual : (answers[i] ?? usual)
    state = game.decide(state, choice, question.seat)
    decisions.push({ seat: question.seat, choice })
  }
  return { game, beginning: start, decisions }
}

describe('an example of a position', () => {
  it('sets up the board, repeats the turn and expects the question', async () => {
    const { game, ...rest } = await played('outposts', [
      'march',
      'b3',
      ['red-soldier@a3'],
      'muster',
      'muster',
      'b3',
    ])
    const draft = draftExample(game, rest)
    if ('problem' in draft) throw new Error(draft.problem)
    expect(draft.from).toBe('board')
    expect(draftText({ ...draft, title: 'Another soldier' })).toBe(
      [
        'Another soldier                                                    # 3.1',
        '  given an empty board, red to act',
        '    place 2 soldiers of red in a3',
        '    place 1 soldier of red in b3',
        '    place 5 soldiers of blue in e3',
        '  when red does muster',
        '   and red chooses b3',
        '  then red is asked hex',
        '   and offered a3, b3',
      ].join('\n'),
    )
  })

  it('passes in every game, from the board or from the start', async () => {
    for (const [name, count] of [
      ['tic-tac-toe', 3],
      ['outposts', 9],
      ['hearts', 5],
      ['fire-in-the-lake', 4],
      ['backgammon', 4],
    ] as const) {
      const { game, ...rest } = await played(name, count)
      const draft = draftExample(game, rest)
      if ('problem' in draft) throw new Error(`${name}: ${draft.problem}`)
      const text = `\`\`\`example\n${draftText(draft)}\n\`\`\`\n`
      const { results } = runExamples(game, [{ path: 'draft.md', text }])
      expect(
        results.map(({ failure }) => failure),
        name,
      ).toEqual([undefined])
    }
  })

  it('goes below the last example of its rule, or into a new block below the rule', async () => {
    const files = projectFiles('tic-tac-toe')
    const [path = ''] = Object.keys(files).filter((file) => /```rules/.test(files[file] ?? ''))
    const lines = (files[path] ?? '').split('\n')
    const rule = lines.findIndex((line) => line.startsWith('```rules')) + 2
    const made = insertExample(files, [], {
      text: 'A title\n  given the start',
      rule: '',
      place: `${path}:${rule}`,
    })
    const after = made.text.split('\n')
    expect(after.slice(made.line - 2, made.line + 2)).toEqual([
      '```example',
      'A title',
      '  given the start',
      '```',
    ])
    const span = { file: path, line: made.line, column: 1, length: 1 }
    const second = insertExample(
      { ...files, [path]: made.text },
      [{ rule: '9.9', span, end: made.line + 1, isLesson: false }],
      { text: 'Second', rule: '9.9', place: '' },
    )
    expect(second.text.split('\n').slice(made.line - 1, made.line + 4)).toEqual([
      'A title',
      '  given the start',
      '',
      'Second',
      '```',
    ])
    expect(second.line).toBe(made.line + 3)
  })
})
