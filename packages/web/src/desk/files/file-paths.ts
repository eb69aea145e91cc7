import type { Files } from '@ludoforge/desk'

/** What is wrong with the path of a new file, for the designer. Returns `undefined` if nothing is. */
export function filePathProblem(path: string, files: Files): string | undefined {
  if (path === '') return 'Type the path of the file, such as look/board.yaml.'
  if (Object.hasOwn(files, path)) return `There is a file ${path} already.`
  if (!/\.(?:md|ya?ml)$/.test(path)) return 'A game’s files end in .md or .yaml.'
  if (!/^[\w-][\w.-]*(?:\/[\w-][\w.-]*)*$/.test(path) || path.length > 120)
    return 'A path has letters, digits, hyphens and dots, and slashes between folders.'
  return undefined
}
