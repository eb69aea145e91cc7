import { run } from './program.js'
import { processTerminal } from './terminal/terminal.js'

const args = process.argv.slice(2)
process.exitCode = await run(args, processTerminal(args))
