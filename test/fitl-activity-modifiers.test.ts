/** What leaders and cards change of the special activities is changed in one place, by one line (4.6). */
import type { State } from '@ludoforge/kernel'
import { describe, expect, it } from 'vitest'
import { granted, granting, said } from './support/fitl-activities.js'
import { answers, asked, begin, compiled, rulebook } from './support/fitl-boards.js'

const BOARD = `
# For a test

\`\`\`rules
procedure the-board
  place 3 NVA troops in central-laos
  place 4 ARVN troops in quang-nam
  place 4 ARVN troops in quang-tri-thua-thien
  place 4 ARVN troops in loc-hue-khe-sanh
  place 2 NVA troops in quang-nam
  place 1 US troops in hue
  set resources of ARVN to 9
  set trail to 4

procedure nva-rally
  do the-board
  set resources of NVA to 5
  perform rally-nva, by NVA, as operation-and-activity

procedure arvn-patrol
  do the-board
  perform patrol-arvn, by ARVN, as operation-and-activity
\`\`\`
`

/** The game with one line of 4.6 changed, as a card would. */
function changed(line: string, to: string) {
  const files = rulebook.map((file) => {
    if (!file.path.endsWith('4-6-modifiers.md')) return file
    expect(file.text).toContain(line)
    return { ...file, text: file.text.replace(line, to) }
  })
  return compiled([...files, { path: 'for-a-test.md', text: BOARD }])
}

const offered = (game: ReturnType<typeof changed>, state: State): string[] =>
  asked(game, state).options.map(({ id }) => id)

const offers = (game: ReturnType<typeof changed>, state: State): string[] =>
  asked(game, state).offers.map(({ id }) => id)

describe('one line of 4.6', () => {
  it('limits the spaces of an activity, and the question says so', () => {
    const game = changed('value bombard-limit = 2', 'value bombard-limit = 1')
    const state = granted(game, begin(game, 'the-board'), 'bombard', 'NVA')
    expect(asked(game, state).prompt).toContain('0 of 1')
    expect(game.decision(answers(game, state, said('quang-nam')))).toBeUndefined()
  })

  it('widens them', () => {
    const game = changed('value bombard-limit = 2', 'value bombard-limit = 3')
    const spaces = ['quang-nam', 'quang-tri-thua-thien', 'loc-hue-khe-sanh']
    const end = answers(game, granted(game, begin(game, 'the-board'), 'bombard', 'NVA'), spaces)
    expect(game.evaluate(end, 'count(ARVN troops in map)')).toBe(9)
  })

  it('forbids an activity with operations, but not one that an Event grants', () => {
    const free = changed(' = false ', ' = false ')
    expect(offers(free, begin(free, 'nva-rally'))).toEqual(['infiltrate', 'bombard'])
    expect(offers(free, begin(free, 'arvn-patrol'))).toEqual(['transport'])
    const game = changed(' = false ', ' = activity in [transport, bombard] ')
    expect(offers(game, begin(game, 'nva-rally'))).toEqual(['infiltrate'])
    expect(offers(game, begin(game, 'arvn-patrol'))).toEqual([])
    const { state, events } = granting(game, begin(game, 'the-board'), 'bombard', 'NVA')
    expect(events[0]).toMatchObject({ type: 'began', action: 'bombard' })
    expect(asked(game, state).action).toBe('bombard')
  })

  it('changes what an Air Strike does', () => {
    const shift = changed('(losses: number) = 1', '(losses: number) = if losses >= 2 then 2 else 1')
    const text = 'quang-nam | 2 nva-troops@quang-nam | nothing | degrade'
    const end = answers(shift, granted(shift, begin(shift, 'the-board'), 'air-strike', 'US'), said(text))
    expect(shift.evaluate(end, 'support of quang-nam')).toBe('active-opposition')
    const damage = changed('min(1, trail)', 'min(2, trail)')
    const deep = answers(damage, granted(damage, begin(damage, 'the-board'), 'air-strike', 'US'), said(text))
    expect(damage.evaluate(deep, 'trail = 2 and support of quang-nam is passive-opposition')).toBe(true)
  })

  it('gives the leader more or less to say', () => {
    const game = changed('rvn-leader is khanh', 'rvn-leader is minh')
    const state = answers(
      game,
      granted(game, begin(game, 'the-board'), 'transport', 'ARVN'),
      said('loc-hue-khe-sanh'),
    )
    expect(offered(game, state)).toContain('loc-hue-da-nang')
    expect(offered(game, state)).not.toContain('qui-nhon')
  })
})
