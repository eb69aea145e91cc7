/** Limited operations (2.3.5): one space or one destination, no special activity, in random games. */
import { describe, expect, it } from 'vitest'
import { compiled, rulebook } from './support/boards.js'
import { chosen, hasActivity, movements, type Operation, operationsIn } from './support/operations.js'

const game = compiled(rulebook)
const limited = [...operationsIn(game, 30, 100)].filter(({ class: cls }) => cls === 'limited-operation')
const ids = game.def.procedures.filter(({ tags }) => tags.includes('operation')).map(({ id }) => id)

/** Pieces that went from space to space. */
const moves = (operation: Operation) => movements(operation.events).filter(({ from }) => !from.includes(':'))

describe('limited operations', () => {
  it('come up for all sixteen profiles', () => {
    expect(ids).toHaveLength(16)
    expect([...new Set(limited.map(({ id }) => id))].sort()).toEqual([...ids].sort())
  })

  it('are in one space', () => {
    for (const operation of limited)
      expect(new Set(chosen(operation, 'space')).size, operation.id).toBeLessThanOrEqual(1)
  })

  it('come without special activity', () => {
    for (const operation of limited) {
      expect(hasActivity(operation)).toBe(false)
      for (const { decision } of operation.steps) expect(decision.offers).toEqual([])
    }
  })

  it('bring all cubes, Troops and Guerrillas to one destination, each once', () => {
    for (const operation of limited.filter(({ id }) => /^(?:patrol|sweep|march)/.test(id))) {
      const entered = moves(operation).filter(({ into }) => !into.includes(':') && into !== 'casualties')
      expect(new Set(entered.map(({ into }) => into)).size).toBeLessThanOrEqual(1)
      for (const { from, into } of entered) expect(from).not.toBe(into)
    }
  })

  it('Assault after a limited Patrol only at its destination', () => {
    for (const operation of limited.filter(({ id }) => id.startsWith('patrol'))) {
      const [destination] = chosen(operation, 'space')
      const lost = moves(operation).filter(({ what }) => /^(?:nva|vc)-/.test(what))
      for (const { from } of lost) expect(from).toBe(destination)
    }
  })

  it('leave no mark of the operation behind', () => {
    for (const { steps } of limited) {
      const { zones } = game.view(steps.at(-1)!.after, null)
      for (const { markers } of Object.values(zones)) expect(markers['in-operation'] ?? false).toBe(false)
    }
  })
})
