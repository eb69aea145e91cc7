/** Child process: compiles a game folder and prints the records of games by seed. */
import { loadGame } from '@ludoforge/compiler'
import { effectTree } from '@ludoforge/effect-tree'
import { record } from './record.js'

const [folder = '', ...seeds] = process.argv.slice(2)
const game = await loadGame(folder, { dialects: [effectTree] })
process.stdout.write(JSON.stringify(seeds.map((seed) => record(game, Number(seed)))))
