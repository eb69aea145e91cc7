/** A local server for the desk and the folder of one game. */
export { type EditOptions, type Revisions, type RunningEdit, serveFolder } from './serve-folder.js'
