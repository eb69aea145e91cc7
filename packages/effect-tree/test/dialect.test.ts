import { compileFiles } from '@ludoforge/compiler'
import { describe, expect, it } from 'vitest'
import { effectTree } from '../src/index.js'
import { TREES } from './frontier.js'

const GAME = `game: {id: tiny}
seats: [red, blue]
procedures:
  - {id: play, effects: []}
`
const files = [{ path: 'game.yaml', text: GAME }]

describe('the effect tree as a dialect', () => {
  it('compiles where it is passed', () => {
    expect(compileFiles(files, TREES).def?.procedures.map(({ id }) => id)).toEqual(['play'])
  })

  it('is unknown to the compiler where it is not', () => {
    const { def, diagnostics } = compileFiles(files)
    expect(def).toBeUndefined()
    expect(diagnostics.map(({ code, message }) => [code, message])).toEqual([
      ['unknown-key', 'There is no top-level key `procedures`.'],
    ])
  })

  it('gets each of its keys, and no other', () => {
    const got: string[] = []
    const spy = {
      ...effectTree,
      keys: ['actions'],
      read: (nodes: Parameters<typeof effectTree.read>[0]) => {
        got.push(...nodes.map(({ key }) => key))
        return effectTree.read(nodes)
      },
    }
    compileFiles([{ path: 'game.yaml', text: `${GAME}actions: []\n` }], { dialects: [spy] })
    expect(got).toEqual(['actions'])
  })
})
