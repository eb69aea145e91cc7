/** Where projects are stored: in this browser, in the folder of `ludoforge edit`, or on a server with accounts. */
import type { FileChanges, Files } from '@ludoforge/desk'

/** A project in a list. */
export interface ProjectSummary {
  readonly id: string
  readonly title: string
  /** The time of the last change, in ms. */
  readonly changed: number
  /** `read`: somebody else's project. It can be read, played and forked. */
  readonly access: 'own' | 'read'
}

/** A named state of a project, to return to and to compare with. */
export interface SaveSummary {
  readonly id: string
  readonly name: string
  readonly at: number
}

/** A project with its files. */
export interface StoredProject extends ProjectSummary {
  readonly files: Files
  readonly saves: readonly SaveSummary[]
  /** What the link to somebody else's project opens first: the text, or the table. */
  readonly opens?: 'read' | 'play'
}

export interface ProjectStorage {
  readonly kind: 'browser' | 'folder' | 'hosted'
  list(): Promise<readonly ProjectSummary[]>
  load(id: string): Promise<StoredProject>
  /** Stores a new project and returns its id. */
  create(title: string, files: Files): Promise<string>
  /** Writes changes. Rejects with a sentence for the designer if that is impossible. */
  write(id: string, changes: FileChanges): Promise<void>
  save(id: string, name: string): Promise<SaveSummary>
  /** Returns the files of a save. */
  saved(id: string, save: string): Promise<Files>
  delete(id: string): Promise<void>
  /**
   * Notifies of changes by others, such as an editor next to the page. The callback returns the paths that the desk takes
   * over; of the others, the storage knows that the desk shows something else. Returns how to stop.
   */
  watch?(id: string, changed: (changes: FileChanges) => readonly string[]): () => void
}
