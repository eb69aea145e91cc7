/** The linker starts with the information-flow analysis that a check of the same GameDef has run. */
import { describe, expect, it } from 'vitest'
import { gameOf } from '../../../test/support/games.js'
import { LinkedGame } from '../src/game/game.js'
import { flowsOf } from '../src/infoflow/visibility.js'
import { type CodeLoader, evalLoader } from '../src/link/program.js'
import type { GameDef } from '../src/index.js'

/** Links a GameDef and returns the generated code and the causes of events. */
function linked(def: GameDef): { readonly texts: readonly string[]; readonly causes: readonly unknown[] } {
  const texts: string[] = []
  const loader: CodeLoader = (text, ...rest) => {
    texts.push(text)
    return evalLoader(text, ...rest)
  }
  const { machine } = new LinkedGame(def, null, loader).linked
  return { texts, causes: machine.linker.causes }
}

describe('linking after an analysis', () => {
  it.each(['texas-holdem', 'hearts', 'three-crowns', 'landfall'])(
    'generates the same code for %s as without one',
    async (name) => {
      const { def } = await gameOf(name)
      const analysed = structuredClone(def)
      expect(flowsOf(analysed).actionsAreTainted).toBeTypeOf('boolean')
      expect(linked(analysed)).toEqual(linked(structuredClone(def)))
    },
  )

  it('leaves the shared analysis as it was when a block is added', async () => {
    const { def } = await gameOf('texas-holdem')
    const shared = flowsOf(def)
    const namesIn = (flows: typeof shared) => def.procedures.map(({ id }) => new Map(flows.namesIn(id)))
    const names = namesIn(shared)
    const own = shared.copy()
    const hidden = present(def.zones.find(({ visible }) => visible !== 'all')?.id)
    const query = { query: 'tokensInZone', zone: { zone: hidden }, filter: [] } as const
    const called = present(def.procedures.find(({ params }) => params.length > 0))
    const args = called.params.map(() => ({ aggregate: { op: 'first', query } }) as const)
    own.add(def.procedures.length + 50, [], [{ call: { procedure: called.id, args } }])
    expect(namesIn(own)).not.toEqual(names)
    expect(namesIn(shared)).toEqual(names)
  })
})

function present<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('The game has none.')
  return value
}
