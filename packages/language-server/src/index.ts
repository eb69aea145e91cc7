/** The language server without Node. A worker of a page starts it on a `BrowserMessageReader` and -`Writer`. */
export { findGame } from './find-game.js'
export { formatRules } from './features/format-rules.js'
export { Project } from './project.js'
export { startServer } from './server.js'
export type { FolderEntry, Workspace } from './workspace.js'
