/** `why` in the terminal: things have the names that are shown. */
import { localTable } from '@ludoforge/client'
import { expect, it } from 'vitest'
import { PLAIN_LOOK } from '@ludoforge/look/node'
import { Labels } from '../src/terminal/board/index.js'
import { PlayLoop } from '../src/terminal/play/loop.js'
import { makePaint } from '../src/terminal/terminal.js'
import { textTerminal } from './terminal.js'
import { valley } from './valley.js'

const game = valley(`
play
  as red
    choose space from map where it != bay or storm, offering aside "Where to?"
  draw

window aside
  offers extra from actions where legal(it)
  perform extra

action rest-now "Rest a while" by red
  clear storm

action sing "Sing" by red
  requires storm
  clear storm
`)

async function told(...lines: readonly string[]): Promise<string[]> {
  const terminal = textTerminal([...lines, 'q'])
  const loop = new PlayLoop({
    table: await localTable({ game, seed: 1, seats: { blue: 'random' } }),
    labels: new Labels(game.def, PLAIN_LOOK, makePaint(false)),
    terminal,
    book: () => Promise.resolve({ files: [] }),
    save: () => Promise.resolve(''),
    isShared: false,
    isTalking: false,
    seen: -1,
  })
  await loop.run()
  // The output after the screen, without the repeated question.
  return terminal.written.slice(1).filter((text) => !text.startsWith('\n'))
}

it('an offer is named by its number, its label, its id, or the start of a name', async () => {
  const yes = 'Rest a while can be chosen in addition to an answer. It is performed now.'
  expect(await told('why 3', 'why Rest a while', 'why rest-now', 'why rest')).toEqual([yes, yes, yes, yes])
})

it('so are options, and spaces that are not offered', async () => {
  expect(await told('why 2', 'why old mill', 'why Bay')).toEqual([
    'Ford can be chosen now.',
    'Old Mill can be chosen now.',
    'It is Bay and storm: no. (valley.md:14)',
  ])
})

it("an action that isn't offered shows what it needs", async () => {
  expect(await told('why sing')).toEqual(['Sing: storm: no. (valley.md:25)'])
})
