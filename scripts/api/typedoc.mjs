// Imported from this folder, whose TypeScript has the compiler API; the workspace's version doesn't.
export { Application, LogLevel } from 'typedoc'
