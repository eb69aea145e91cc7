/** The full description of a space, and the changes of a table. */
import { describe, expect, it } from 'vitest'
import { cardLines, changedLines, spaceLines } from '../src/terminal/board/index.js'
import { after, seenByDecider, tableOf } from './positions.js'

describe('a space', () => {
  it('is described with its terrain, its pieces and its neighbours', async () => {
    const table = await tableOf('outposts')
    const { view, values } = seenByDecider(table, after(table, []))
    expect(spaceLines(view, table.labels, 'a3', values)).toEqual([
      'a3',
      '  terrain plain ground · harbour',
      '  3 Red soldiers',
      '  neighbours: north-east b2, south-east b3, south a4',
    ])
    expect(spaceLines(view, table.labels, 'c2', values, 60)).toEqual([
      'c2',
      '  terrain hill',
      '  empty',
      '  neighbours: north c1, north-east d1, north-west b2,',
      '    south-east d2, south-west b3, south c3',
    ])
  })

  it('is described with its values, its markers, its owner, and its neighbours by sort', async () => {
    const table = await tableOf('fire-in-the-lake')
    const { view, values } = seenByDecider(table, after(table, []))
    expect(spaceLines(view, table.labels, 'saigon', values)).toEqual([
      'Saigon',
      '  category City · country South Vietnam · Coastal · Population 6 · COIN Control',
      '  Active Support',
      '  3 US Troops, 1 US Base',
      '  4 ARVN Troops, 2 ARVN Police, 1 ARVN Ranger',
      '  neighbours, Province: Quang Duc-Long Khanh, Binh Tuy-Binh Thuan, Tay Ninh,',
      '    Kien Phong, Kien Hoa-Vinh Binh',
      '  neighbours, LoC: Saigon - Cam Ranh, Saigon - Da Lat,',
      '    Saigon - An Loc - Ban Me Thuot, Saigon - Can Tho',
    ])
  })

  it('or a zone with few cards shows the text of the cards', async () => {
    const table = await tableOf('fire-in-the-lake')
    const { labels } = table
    const { view, values } = seenByDecider(table, after(table, []))
    const [card = ''] = view.zones['current-card']?.cards ?? []
    const lines = spaceLines(view, labels, 'current-card', values)
    expect(lines.slice(1)).toEqual(cardLines(card, labels, 78).map((line) => `  ${line}`))
    expect(cardLines('card-101', labels)).toEqual([
      'Booby Traps (101)',
      '  VC NVA US ARVN',
      '  Unshaded: Ambush is in 1 space',
      '  Shaded: In each Sweep space a Troop of the sweepers is lost on 1 to 3',
      '  Capability 1964',
    ])
    expect(spaceLines(view, labels, 'deck', values)[1]).toMatch(/^ {2}\d+ cards that you can't see$/)
  })
})

describe('changes', () => {
  it('of drawn boards are listed by space, equal ones together', async () => {
    const table = await tableOf('reversi')
    const before = table.seen(after(table, []), 'black')
    const now = table.seen(after(table, ['d3']), 'black')
    expect(changedLines(before, now, table.labels, 80)).toEqual([
      'd3: Black disc (was empty)',
      'd4: Black disc (was White disc)',
      'Black: discs 4 (was 2)',
      'White: discs 1 (was 2)',
    ])
    expect(changedLines(now, now, table.labels, 80)).toEqual([])
  })

  it('of listed spaces show the space now, with the differences', async () => {
    const table = await tableOf('fire-in-the-lake')
    const state = after(table, [])
    const before = table.seen(state, 'US')
    const next = table.game.apply(
      state,
      'move 1 us-troops in available of US to hue\nset support of hue to active-support\nadd 3 to aid',
    )
    const lines = changedLines(before, table.seen(next, 'US'), table.labels, 100)
    const [hue = ''] = lines.filter((line) => line.startsWith('Hue: '))
    expect(hue).toMatch(/Support\*.*US Troops.*\(\+1 US Troop.*\)/)
    expect(lines).toContainEqual(expect.stringMatching(/^Available \(US\): -1 US Troop$/))
    expect(lines.join('\n')).toMatch(/Aid \d+ \(was \d+\)/)
  })
})
