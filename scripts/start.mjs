// `npm start`: installs and builds what is needed, then runs the ludoforge command in this terminal.
// Arguments go through: `npm start -- play tic-tac-toe --seed 7`.
import { install } from './install.mjs'
import { run } from './process.mjs'

const given = process.argv.slice(2)
const args = given.length > 0 ? given : ['play', 'tic-tac-toe']

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
