/** `why` in the terminal: things are named as they are shown. */
import { localTable } from '@ludoforge/client'
import { compileFiles, loadCompilation } from '@ludoforge/compiler'
import { expect, it } from 'vitest'
import { PLAIN_LOOK } from '@ludoforge/look/node'
import { Labels } from '../src/terminal/board/index.js'
import { Loop } from '../src/terminal/play/loop.js'
import { makePaint } from '../src/terminal/terminal.js'
import { textTerminal } from './terminal.js'

const GAME = `
\`\`\`yaml
game: {id: valley, title: Valley}
seats: {red: Red, blue: Blue}
spaces:
  mill: {name: Old Mill, adjacent: [ford]}
  ford: {name: Ford, adjacent: [mill, bay]}
  bay: {name: Bay, adjacent: [ford]}
variables: {storm: flag}
\`\`\`
\`\`\`rules
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
\`\`\`
`

async function told(...lines: readonly string[]): Promise<string[]> {
  const game = loadCompilation(compileFiles([{ path: 'valley.md', text: GAME }]))
  const terminal = textTerminal([...lines, 'q'])
  const loop = new Loop({
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
  // Behind the screen, without the question that comes again.
  return terminal.written.slice(1).filter((text) => !text.startsWith('\n'))
}

it('an offer is named by its number, behind the options, by its label, its id, or the beginning of it', async () => {
  const yes = "'Rest a while' is offered in addition to the options, to be performed now."
  expect(await told('why 3', 'why Rest a while', 'why rest-now', 'why rest')).toEqual([yes, yes, yes, yes])
})

it('so are options, and spaces that are not offered', async () => {
  expect(await told('why 2', 'why old mill', 'why Bay')).toEqual([
    "'Ford' is offered.",
    "'Old Mill' is offered.",
    "'Bay' is not offered: it needs: it != bay or storm (valley.md:14)",
  ])
})

it('an action that is not on offer is told what it needs', async () => {
  expect(await told('why sing')).toEqual(["'Sing' is not offered: it needs: storm (valley.md:25)"])
})
