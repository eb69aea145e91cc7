/** `npm run golden [GAME...]`: records the games anew. What changed is seen in the diff. */
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { loadGame } from '@ludoforge/compiler'
import { fileOf, folderOf, gameNames, record, scenariosOf, written } from './golden.js'

const asked = process.argv.slice(2)
const here = fileURLToPath(new URL('.', import.meta.url))
for (const name of gameNames().filter((game) => asked.length === 0 || asked.includes(game))) {
  const game = await loadGame(folderOf(name))
  for (const file of readdirSync(here))
    if (file.endsWith('.json') && file.split('.')[0] === name) rmSync(here + file)
  for (const scenario of scenariosOf(game)) {
    const golden = record(name, game, scenario)
    writeFileSync(fileOf(name, scenario), written(golden))
    const decisions = golden.steps.reduce((sum, { made }) => sum + made.length, 0)
    console.log(
      `${name} ${scenario}: ${decisions} decisions, ${golden.outcome === null ? 'cut off' : 'to the end'}`,
    )
  }
}
