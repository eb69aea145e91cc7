/** All game folders that are open in an editor, and the documents in them. */
import { findGame } from './find-game.js'
import { Project } from './project.js'
import { type Workspace, isGameFile } from './workspace.js'

/** Finds and keeps the projects of documents. */
export class Projects {
  readonly #projects = new Map<string, Promise<Project>>() // by folder
  readonly #ofFile = new Map<string, Promise<Project | undefined>>() // by URI

  /** `roots`: the folders that are open in the editor. `only`: the folder of the only game, if that is known. */
  constructor(
    private readonly workspace: Workspace,
    private readonly roots: () => readonly string[] = () => [],
    private readonly only?: string,
  ) {}

  /** The project of a file. Resolves to `undefined` if the file belongs to no game. */
  of(uri: string): Promise<Project | undefined> {
    if (!isGameFile(uri)) return Promise.resolve(undefined)
    const known = this.#ofFile.get(uri) ?? this.#find(uri)
    this.#ofFile.set(uri, known)
    return known
  }

  /** The projects that are loaded. */
  get all(): Promise<Project[]> {
    return Promise.all(this.#projects.values())
  }

  /** Forgets which files belong to no game, because a file changed that may declare one. */
  async forgetFilesOutsideGames(): Promise<void> {
    for (const [uri, project] of this.#ofFile) if ((await project) === undefined) this.#ofFile.delete(uri)
  }

  async #find(uri: string): Promise<Project | undefined> {
    const folder = this.only ?? (await findGame(this.workspace, uri, this.roots()))
    if (folder === undefined) return undefined
    const known = this.#projects.get(folder) ?? this.#load(folder)
    this.#projects.set(folder, known)
    return known
  }

  async #load(folder: string): Promise<Project> {
    const project = new Project(folder)
    await project.load(this.workspace)
    return project
  }
}
