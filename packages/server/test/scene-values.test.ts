/** Computed values next to views, at a table without a server. */
import { localTable } from '@ludoforge/client'
import { gameOf } from '../../../test/support/games.js'
import { loadModule, writeModule } from '@ludoforge/play'
import { valueExpressions } from '@ludoforge/look'
import { describe, expect, it } from 'vitest'
import { itemAt } from '../../../test/support/items.js'
import { opened } from '../../play/test/opened.js'

describe('values of a scene', () => {
  const look = (title: string, expression: string) => ({ title, expression, hide: [], signed: false })
  const scene = {
    values: [look('Leading', 'seats where count(discs of it in map) > 2')],
    seatValues: [look('Discs', 'count(discs of {it} in map)')],
    spaceValues: [look('Disc', 'count(discs in {it})')],
  }

  it('come with views, and with steps that change them', async () => {
    const game = await gameOf('reversi')
    const texts = valueExpressions(game.def, scene)
    const all = [...texts.values, ...Object.values(texts.seats).flat(), ...Object.values(texts.spaces).flat()]
    const expressions = Object.fromEntries(all.map((text) => [text, game.expression(text)]))
    const module = loadModule(opened(writeModule(game.def, expressions)).module)
    for (const rules of [{ def: game.def, expressions }, { module }]) {
      const table = await localTable({ ...rules, scene, seed: 1 })
      expect(table.values()).toMatchObject({ values: [[]], seats: { black: [2], white: [2] } })
      expect(table.values().spaces['d4']).toEqual([1])
      const decision = itemAt(table.asked, 0)
      await table.decide(decision.seat, decision.options[0]?.id ?? '')
      expect(table.values()).toMatchObject({ values: [['black']], seats: { black: [4], white: [1] } })
      table.close()
    }
  })
})
