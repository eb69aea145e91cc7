/** The examples of Fire in the Lake protect its rules: of all small changes, at least 90 % are noticed. */
import { mutateExamples } from '@ludoforge/compiler'
import { describe, expect, it } from 'vitest'
import { fireInTheLake } from './support/game.js'

const mutations = mutateExamples(await fireInTheLake())

describe('changes of the rules of Fire in the Lake', () => {
  it('are noticed by its examples, nine of ten at least', () => {
    const made = mutations.filter(({ outcome }) => outcome !== 'unlinkable')
    const noticed = made.filter(({ outcome }) => outcome === 'noticed')
    const left = made.filter(({ outcome }) => outcome !== 'noticed')
    const words = left.map(({ file, line, from, to }) => `${file}:${line}: ${from} -> ${to}`)
    expect(made.length).toBeGreaterThan(3000)
    expect(noticed.length / made.length, words.join('\n')).toBeGreaterThanOrEqual(0.9)
  })

  it.each([
    ['no Redeploy Phase', '6.0', '`do redeploy-phase`', 'nothing'],
    ['no Commitment Phase', '6.0', '`do commitment-phase`', 'nothing'],
    ['a Trail that is degraded by 2', '6.2.2', '1', '2'],
  ])('are noticed: %s', (_, rule, from, to) => {
    const changes = mutations.filter((m) => m.rule === rule && m.from === from && m.to === to)
    expect(changes.length).toBeGreaterThan(0)
    expect(changes.map(({ outcome }) => outcome)).toEqual(changes.map(() => 'noticed'))
  })
})
