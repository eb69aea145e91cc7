/** Run in a process of its own: compiles a game folder and prints the records of games by seed. */
import { loadGame } from '@ludoforge/compiler'
import { record } from './record.js'

const [folder = '', ...seeds] = process.argv.slice(2)
const game = await loadGame(folder)
process.stdout.write(JSON.stringify(seeds.map((seed) => record(game, Number(seed)))))
