/** The designer's desk without its page. `./session` follows a rulebook while it is edited, `./report` words and plots balance. */
export { changedFiles, type FileChanges, type Files } from './files.js'
