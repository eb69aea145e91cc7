/** `@ludoforge/language-server/node`: the server for editors that start a program and talk to it over stdio. */
export { serveStdio } from './serve-stdio.js'
export { diskWorkspace } from './disk-workspace.js'
