// `npm start`: installs and builds what is needed, then starts a server and prints its address.
// Arguments go to the ludoforge command instead: `npm start -- play tic-tac-toe --seed 7` plays in this terminal.
import { build } from './build.mjs'
import { install } from './install.mjs'
import { run } from './process.mjs'

const given = process.argv.slice(2)
const args = given.length > 0 ? given : ['serve']
const log = (line) => console.error(line)

/** Only these commands need the page. */
const withPage = ['serve', 'site'].includes(args.find((arg) => !arg.startsWith('-')))

const steps = [
  () => install('command', { inherit: true, log }),
  () => build(withPage ? ['command', 'page'] : ['command'], { inherit: true, log }),
  () => run(process.execPath, ['packages/cli/bin/ludoforge.js', ...args], { inherit: true }),
]

for (const step of steps) {
  const { code } = await step()
  process.exitCode = code
  if (code !== 0) break
}
