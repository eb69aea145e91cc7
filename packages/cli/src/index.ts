/** The `ludoforge` command, for programs that want to call it. */
export { run } from './program.js'
export type { Input, Terminal } from './terminal.js'
