import { describe, expect, it } from 'vitest'
import { type Expr, type GameDef, LinkError, linkGame, type PolicyDef } from '../src/index.js'
import { partsOf } from '../src/def/walk.js'
import { gameOf, procedure, seat, zone } from './games/board.js'

const it_ = { ref: 'binding', name: 'it' } as const
const policy = (more: Partial<PolicyDef> = {}): PolicyDef => ({
  id: 'calm',
  seats: ['ann'],
  entries: [
    {
      at: [{ procedure: 'play', name: 'place' }],
      names: [{ name: 'it', type: 'zone' }],
      lines: [{ do: 'prefer', test: { call: 'near', args: [it_] } }],
    },
  ],
  ...more,
})

const param = { name: 'place', type: 'zone' }
const near = (body: Expr) => ({ id: 'near', params: [param], returns: 'flag', body })

const game = (policies: readonly PolicyDef[], functions: GameDef['functions'], test: Expr = true): GameDef =>
  gameOf({
    id: 'table',
    seats: [seat('ann'), seat('bob')],
    zones: [zone('here'), zone('there')],
    functions,
    policies,
    procedures: [
      procedure('play', [
        { chooseOne: { bind: 'place', type: 'zone', options: { query: 'list', type: 'zone', items: [{ zone: 'here' }, { zone: 'there' }] }, player: { seat: 'ann' } } }, // biome-ignore format: one line
        { if: { when: test, then: [{ endGame: { kind: 'draw' } }] } },
      ]),
    ],
  })

describe('policies in a GameDef', () => {
  const here: Expr = { op: '==', left: { ref: 'binding', name: 'place' }, right: { zone: 'here' } }

  it('are not part of the fingerprint, nor are policy-only functions', () => {
    const { fingerprint } = linkGame(game([], []))
    expect(linkGame(game([policy()], [near(here)])).fingerprint).toBe(fingerprint)
    expect(linkGame(game([policy()], [near(true)])).fingerprint).toBe(fingerprint)
  })

  it('leave functions of the rules in the fingerprint', () => {
    const used: Expr = { call: 'near', args: [{ zone: 'here' }] }
    const { fingerprint } = linkGame(game([policy()], [near(here)], used))
    expect(linkGame(game([policy()], [near(true)], used)).fingerprint).not.toBe(fingerprint)
    expect(linkGame(game([], [near(here)], used)).fingerprint).toBe(fingerprint)
  })

  it('have the names of their entries in scope, in conditions and lines', () => {
    const entry = { ...policy().entries[0], when: { ref: 'binding', name: 'me' } }
    const { exprs } = partsOf('EntryDef', entry)
    expect(exprs.map(({ field, names }) => [field, names.map(({ name }) => name)])).toEqual([
      ['when', ['it']],
      ['test', ['it']],
    ])
  })

  it.each([
    ['after', { after: true }],
    ['would', { would: { action: 'play' }, then: true }],
    ['dice', { op: '==', left: { dice: 6 }, right: 1 }],
    ['timing', { timing: 'before' }],
  ] as [string, Expr][])('alone can use %s', (word, test) => {
    expect(() => linkGame(game([], [], test))).toThrow(LinkError)
    expect(() => linkGame(game([], [], test))).toThrow(`Only a policy can use \`${word}\`.`)
  })

  it('are checked for their shape', () => {
    const bad = { ...policy(), seats: 'ann' } as unknown as PolicyDef
    expect(() => linkGame(game([bad], []))).toThrow("At policies[0].seats: 'ann' isn't a list.")
  })
})
