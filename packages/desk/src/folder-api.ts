/** What the page and `ludoforge edit` send each other about the folder. */

/** A file with the hash of its bytes. */
export interface FolderFile {
  readonly text: string
  readonly hash: string
}

/** A git revision that changed the folder. */
export interface FolderRevision {
  readonly id: string
  /** The first line of its message. */
  readonly name: string
  /** In ms. */
  readonly at: number
}

/** The folder of a game. */
export interface FolderDocument {
  readonly name: string
  /** The time of the last change, in ms. */
  readonly changed: number
  readonly files: Readonly<Record<string, FolderFile>>
  /** The latest revisions, newest first. Empty outside a git checkout. */
  readonly revisions: readonly FolderRevision[]
}

/** A change of one file. `was` is the hash that the writer knows, or `null` if there was no such file. */
export interface FolderChange {
  readonly text: string | null
  readonly was: string | null
}

/** The paths of the API of `ludoforge edit`. Each needs the key of the link in `Authorization: Bearer`. */
export const FOLDER_API = {
  /** Returns a `FolderDocument`. */
  read: '/api/folder',
  /** Takes `{ changes }`, `FolderChange` by path, and returns `{ hashes }`. Refuses all if one file isn't as it was. */
  write: '/api/folder/changes',
  /** Streams a line whenever the folder changes. */
  watch: '/api/folder/watch',
  /** Returns `{ files }` of a revision, whose id follows. */
  revision: '/api/folder/revisions/',
} as const
