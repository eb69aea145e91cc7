// `npm start`: installs and builds what is needed, then starts a server and says its address.
// Arguments go to the ludoforge command instead: `npm start -- play tic-tac-toe --seed 7` plays in this terminal.
import { install } from './install.mjs'
import { run } from './process.mjs'

const given = process.argv.slice(2)
const args = given.length > 0 ? given : ['serve']

const steps = [
  () => install({ inherit: true }),
  () => run(process.execPath, ['scripts/build.mjs'], { inherit: true }),
  () => run(process.execPath, ['packages/cli/bin/ludoforge.js', ...args], { inherit: true }),
]

for (const step of steps) {
  const { code } = await step()
  process.exitCode = code
  if (code !== 0) break
}
