/** `why` in the terminal: things are named as they are shown. */
import { compileFiles, loadCompilation } from '@ludoforge/compiler'
import { expect, it } from 'vitest'
import { PLAIN_LOOK } from '@ludoforge/look/node'
import { Labels, Table } from '../src/board/index.js'
import { playLoop } from '../src/play/loop.js'
import { Session } from '../src/play/session.js'
import { makePaint } from '../src/terminal.js'
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
  const start = {
    path: 'valley',
    scenario: '',
    seed: 1,
    options: {},
    seats: { red: 'human', blue: 'random' },
  }
  const terminal = textTerminal([...lines, 'q'])
  const table = new Table(game, new Labels(game.def, PLAIN_LOOK, makePaint(false)))
  await playLoop(Session.start(game, start), table, terminal)
  return terminal.written.slice(1) // behind the screen
}

it('an offer is named by its number, behind the options, by its label, its id, or the beginning of it', async () => {
  const yes = "'Rest a while' is offered beside the question, to be done now."
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
