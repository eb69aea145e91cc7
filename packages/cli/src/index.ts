/** The `ludoforge` command, for programs that want to call it. */
export { run } from './program.js'
export type { Input } from './input.js'
export type { Terminal } from './terminal.js'
