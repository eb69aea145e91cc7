/** The files of a project: the texts of a game's folder, by path. */

/** Texts by path, with forward slashes: `rules.md`, `look/board.yaml`. */
export type Files = Readonly<Record<string, string>>

/** Changes of files. `null` deletes a file. */
export type FileChanges = Readonly<Record<string, string | null>>

/** Returns the files after the changes. */
export function changedFiles(files: Files, changes: FileChanges): Files {
  const all: Readonly<Record<string, string | null>> = { ...files, ...changes }
  return Object.fromEntries(
    Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== null),
  )
}

/** The changes from some files to others. */
export function changesBetween(before: Files, after: Files): FileChanges {
  const paths = new Set([...Object.keys(before), ...Object.keys(after)])
  return Object.fromEntries(
    [...paths].filter((path) => before[path] !== after[path]).map((path) => [path, after[path] ?? null]),
  )
}
