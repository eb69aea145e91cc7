/** The designer's desk without its page. `./session` follows a rulebook while it is edited, `./report` words and plots balance. */
export { isInLines, type RuleLines } from './rule-lines.js'
export { changedFiles, changesBetween, type FileChanges, type Files } from './files.js'
export { gameName, type GameName, idOfTitle, namesGame, renamed, renamedFiles } from './rename.js'
export { type Template, TEMPLATES } from './templates.js'
export { unzipFiles, zipFiles } from './zip.js'
export { filesProblem, isProjectPath, pathProblem, PROJECT_LIMITS, projectBytes } from './file-rules.js'
export {
  FOLDER_API,
  type FolderChange,
  type FolderDocument,
  type FolderFile,
  type FolderRevision,
} from './folder-api.js'
export { draftText } from './session/draft-text.js'
export { answerText } from './session/example-steps.js'
export { withExpectation, withStep } from './session/extend-example.js'
export { type MapHandle, type MapPoint, movedHandle } from './session/move-handle.js'
