// From here, where it finds a TypeScript that programs can ask: that of the workspace cannot be.
export { Application, LogLevel } from 'typedoc'

/** The plugin that writes Markdown, by its file: typedoc would look for its name elsewhere. */
export const markdownPlugin = import.meta.resolve('typedoc-plugin-markdown')
