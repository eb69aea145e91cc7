// Imported from this folder, whose TypeScript has the compiler API; the workspace's version doesn't.
export { Application, LogLevel } from 'typedoc'

/** The plugin that writes Markdown, by its file: typedoc would look for its name elsewhere. */
export const markdownPlugin = import.meta.resolve('typedoc-plugin-markdown')
