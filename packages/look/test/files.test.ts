import { fileURLToPath } from 'node:url'
import { AGENT_NAMES } from '@ludoforge/agents'
import { describe, expect, it } from 'vitest'
import { gameOf } from '../../../test/support/games.js'
import { gameFiles } from '../src/files/folder.js'
import { sanitizeSvg, simplifyPath } from '../src/files/thumbnail.js'

const folder = (name: string): string => fileURLToPath(new URL(`../../../games/${name}`, import.meta.url))

describe('the files of a game', () => {
  it('contain everything for the lobby, the board, the rulebook and the worker', async () => {
    const game = await gameOf('texas-holdem')
    const { card, rules, scene, book, module } = await gameFiles(game, folder('texas-holdem'))
    expect(card).toMatchObject({ id: game.def.id, title: game.def.title, fingerprint: game.fingerprint })
    expect(card.seats[0]).toEqual({ id: 'ada', name: 'Ada', colour: '#2f6fb7' })
    const levels = card.agents.map(({ spec }) => spec).slice(0, 3)
    expect(levels).toEqual(['easy', 'normal', 'hard'])
    expect(AGENT_NAMES).toEqual(expect.arrayContaining(levels))
    expect(card.options.find(({ id }) => id === 'form')).toEqual({
      id: 'form',
      title: 'Form',
      says: 'A tournament or a cash game',
      type: 'enum:form',
      values: ['tournament', 'cash'],
      initial: 'tournament',
    })
    expect(rules).toBe(game.def)
    expect(scene.short['Ts']).toBe('10♠')
    expect(book.files[0]).toMatchObject({ path: 'README.md', title: "Texas Hold'em" })
    expect(book.files.map(({ path }) => path)).not.toContain('look/board.yaml')
    expect(module).toContain('export const scene=')
    expect(JSON.parse(JSON.stringify(scene))).toEqual(scene)
  })
})

it('a scenario in the lobby does not repeat its title', async () => {
  const { card } = await gameFiles(await gameOf('fire-in-the-lake'), folder('fire-in-the-lake'))
  expect(card.scenarios.map(({ title, says = '' }) => says.includes(title))).toEqual([false, false, false])
  expect(card.scenarios[0]?.says).toBe('1965-1967: three campaigns of eight Events')
})

describe('a thumbnail', () => {
  it('is small, even for a detailed map', async () => {
    const game = await gameOf('outposts')
    const points = Array.from({ length: 5000 }, (_, i) => [
      50 + 40 * Math.cos(i / 800),
      50 + 40 * Math.sin(i / 800),
    ])
    const fine = `M${points.map(([x = 0, y = 0]) => `${x} ${y}`).join('L')}Z`
    expect(simplifyPath(fine, 1).length).toBeLessThan(fine.length / 20)
    expect(simplifyPath('M0 0C1 1 5 5 10 10H30V40A5 5 0 1 1 30 50Z', 0.5)).toBe(
      'M0 0L5 5L15 5L15 20A2.5 2.5 0 1 1 15 25Z',
    )
    const { card } = await gameFiles(game, folder('outposts'))
    expect(card.picture).toMatch(/^<svg xmlns="[^"]*" viewBox="0 0 [\d.]+ [\d.]+"><path .*<\/svg>$/)
    expect(sanitizeSvg(card.picture)).toBe(card.picture)
  })

  it('keeps its shapes, and drops scripts, links and styles', () => {
    const evil = `<svg viewBox="0 0 10 10" onload="x()"><script>x()</script><g fill="red" onclick="x()">
      <path d="M0 0L1 1" style="fill:url(http://x)"/><rect width="2" height="javascript:x"/></g>
      <image href="http://x"/><use href="#y"/><circle r="3" fill="url(#a)"/><a href="x"><line x1="1"/></a></svg>`
    expect(sanitizeSvg(evil)).toBe(
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><g fill="red"><path d="M0 0L1 1"/>' +
        '<rect width="2"/></g><circle r="3"/><line x1="1"/></svg>',
    )
    expect(sanitizeSvg('<html></html>')).toBeUndefined()
  })
})
