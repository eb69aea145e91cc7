/** Boards stay readable without colours and in ASCII. */
import { PassThrough } from 'node:stream'
import { stripVTControlCharacters } from 'node:util'
import { describe, expect, it } from 'vitest'
import { asciiOf, wantsAscii } from '../src/terminal/ascii.js'
import { boardLines, Labels, widthOf } from '../src/terminal/board/index.js'
import { knownGames } from '../src/games.js'
import { makePaint, terminalOn } from '../src/terminal/terminal.js'
import { after, randomGame, seenByDecider, tableOf } from './positions.js'

describe.each(knownGames())('the board of %s', (name) => {
  it('is the same without colours, and keeps its width and contents in ASCII', async () => {
    const table = await tableOf(name)
    const coloured = new Labels(table.game.def, table.labels.look, makePaint(true))
    let n = 0
    for (const state of randomGame(table, 2)) {
      if ((n += 1) > 100) break
      if (n % 20 !== 1) continue
      const { view, values } = seenByDecider(table, state)
      const plain = boardLines(view, table.labels, 100, values)
      const painted = boardLines(view, coloured, 100, values)
      expect(painted.map((line) => stripVTControlCharacters(line).trimEnd())).toEqual(plain)
      const ascii = plain.map(asciiOf)
      expect(ascii.join('\n')).toMatch(/^[\n\u0020-\u007E]*$/)
      expect(ascii.map((line) => line.length)).toEqual(plain.map(widthOf))
      expect(ascii.join('').split('?')).toHaveLength(plain.join('').split('?').length)
    }
  })
})

describe('an ASCII terminal', () => {
  it('is detected by its locale, for output that people read', () => {
    expect(wantsAscii(['check'], { LANG: 'C' }, true)).toBe(true)
    expect(wantsAscii(['play'], { LC_ALL: 'POSIX', LANG: 'en_GB.UTF-8' }, false)).toBe(true)
    expect(wantsAscii(['play'], { LANG: 'de_DE.ISO-8859-1' }, true)).toBe(true)
    expect(wantsAscii(['sim', '--json'], { LANG: 'C' }, false)).toBe(false)
    expect(wantsAscii(['play'], { LANG: 'C.UTF-8' }, true)).toBe(false)
    expect(wantsAscii(['play'], { LC_ALL: '', LANG: 'en_US.utf8' }, true)).toBe(false)
    expect(wantsAscii(['play'], {}, true)).toBe(false)
  })

  it('gets ASCII characters only', async () => {
    const table = await tableOf('connect-four')
    const { view, values } = seenByDecider(table, after(table, ['d1', 'd1']))
    const written = new PassThrough()
    const terminal = terminalOn(
      { stdin: new PassThrough(), stdout: written, stderr: new PassThrough() },
      { args: ['play'], env: { LANG: 'C' }, kind: 'none', command: 'ludoforge', onSignal: () => () => {} },
    )
    terminal.out(boardLines(view, table.labels, 80, values).join('\n'))
    expect(String(written.read())).toBe(
      [
        '  a b c d e f g    > Red     Yellow',
        '1 + + + + + + +',
        '2 . . . . . . .    # Red disc . o Yellow disc . + can be chosen',
        '3 . . . . . . .',
        '4 . . . . . . .',
        '5 . . . o . . .',
        '6 . . . # . . .',
        '',
      ].join('\n'),
    )
  })

  it('shows letters without accents, and a question mark for unknown characters', () => {
    expect(asciiOf('Châu Đốc · 7♥ … “yes” 王')).toBe('Chau ?oc . 7h ~ "yes" ?')
  })
})
