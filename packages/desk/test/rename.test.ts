import { describe, expect, it } from 'vitest'
import { gameName, idOfTitle, renamedFiles } from '../src/index.js'

const rules = (entry: string): string => `# Old\n\n\`\`\`yaml\n${entry}\n\`\`\`\n`

describe('the name of a game', () => {
  it('is read from its entry, in one line or in several', () => {
    expect(gameName({ 'rules.md': rules("game: {id: old, title: 'It''s old'}") })).toEqual({
      id: 'old',
      title: "It's old",
    })
    expect(gameName({ 'a.md': 'text', 'b.yaml': 'game:\n  id: old\n  title: Old\n' })).toEqual({
      id: 'old',
      title: 'Old',
    })
    expect(gameName({ 'rules.md': rules('game: {id: old}') })).toEqual({ id: 'old', title: 'old' })
  })

  it('is unknown while the entry is broken', () => {
    expect(gameName({ 'rules.md': rules('gam') })).toBeUndefined()
  })

  it('changes in all files', () => {
    const files = { 'rules.md': rules('game: {id: old, title: Old}'), 'look/board.yaml': 'board: 1\n' }
    const renamed = renamedFiles(files, { id: 'fresh', title: 'Fresh' })
    expect(gameName(renamed)).toEqual({ id: 'fresh', title: 'Fresh' })
    expect(renamed['rules.md']).toMatch(/^# Fresh\n/)
    expect(renamed['look/board.yaml']).toBe('board: 1\n')
  })

  it('is an id of small letters', () => {
    expect(idOfTitle('My Game! (copy)')).toBe('my-game-copy')
    expect(idOfTitle('3 Öfen')).toBe('o-fen')
    expect(idOfTitle('!!!')).toBe('my-game')
  })
})
