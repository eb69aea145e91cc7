// From here, where it finds a TypeScript that programs can ask: that of the workspace cannot be.
export { Application, LogLevel } from 'typedoc'
