/** *Make a game*: your games, templates for a new one, the games of this site to change, and a zip to import. */
import {
  renamedFiles,
  idOfTitle,
  type Files,
  type Template,
  TEMPLATES,
  unzipFiles,
  gameName,
} from '@ludoforge/desk'
import type { StartBoard } from '@ludoforge/desk/session'
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { useAccount } from '../../app/account.js'
import { loadGames } from '../../app/games.js'
import { ResourceView } from '../../app/page-states.js'
import { go, href } from '../../app/routes.js'
import { errorText } from '../../app/site.js'
import { useResource } from '../../app/use-resource.js'
import { Button } from '../../ui/index.js'
import '../desk.css'
import { browserStorage } from '../storage/browser-storage.js'
import { FolderStorage } from '../storage/folder-storage.js'
import { HostedStorage } from '../storage/hosted-storage.js'
import type { ProjectStorage, ProjectSummary } from '../storage/storage.js'
import { sourceFiles } from './source-games.js'
import { useStartBoards } from './start-boards.js'
import { templateFiles } from './templates.js'

const TemplateBoard = lazy(() => import('./template-board.js'))

const storage = browserStorage()
const hosted = new HostedStorage()
/** Has projects only where `ludoforge edit` serves the page. */
const folders = new FolderStorage()

export default function MakePage(): ReactNode {
  const { account } = useAccount()
  const [projects, again] = useResource(`projects ${account?.login ?? ''}`, () =>
    projectsOf(account === null ? [folders, storage] : [folders, storage, hosted]),
  )
  const [problem, setProblem] = useState<string>()
  const boards = useStartBoards()
  const attempt = (work: () => Promise<void>): void => {
    setProblem(undefined)
    work().catch((error: unknown) => setProblem(errorText(error)))
  }
  const create = async (title: string, files: Files): Promise<void> => {
    go({ at: 'desk', storage: 'browser', id: await storage.create(title, files) })
  }
  return (
    <div className="lobby make">
      <h1>Make a game</h1>
      {problem === undefined ? null : (
        <p className="banner" role="alert">
          {problem}
        </p>
      )}
      <ResourceView loaded={projects} again={again}>
        {(list) =>
          list.length === 0 ? null : (
            <section aria-labelledby="projects">
              <h2 id="projects">Your games</h2>
              <ul className="rows">
                {list.map(({ project, where }) => (
                  <ProjectRow
                    key={project.id}
                    project={project}
                    where={where.kind}
                    onDelete={() =>
                      attempt(async () => {
                        await where.delete(project.id)
                        again()
                      })
                    }
                  />
                ))}
              </ul>
            </section>
          )
        }
      </ResourceView>
      <section aria-labelledby="templates">
        <div className="section-head">
          <h2 id="templates">Start from a template</h2>
          <ImportZip
            onFiles={(name, files) => attempt(() => create(gameName(files)?.title ?? name, files))}
            onProblem={setProblem}
          />
        </div>
        <p className="dim">
          Each is a complete small game with rules, examples, a look and a bot. Change what you like.
        </p>
        <ul className="tiles templates">
          {TEMPLATES.map((template) => (
            <li key={template.name} className="tile template">
              <TemplateTile
                template={template}
                board={boards.get(template.name)}
                onPick={() => attempt(async () => create(template.title, await templateFiles(template)))}
              />
            </li>
          ))}
        </ul>
      </section>
      <SiteGames
        onPick={(title, fingerprint) =>
          attempt(async () => {
            const copy = `${title} (my copy)`
            const files = await sourceFiles(fingerprint)
            await create(copy, renamedFiles(files, { id: idOfTitle(copy), title: copy }))
          })
        }
      />
    </div>
  )
}

interface ListedProject {
  readonly project: ProjectSummary
  readonly where: ProjectStorage
}

/** The projects of several storages, most recently changed first. */
async function projectsOf(storages: readonly ProjectStorage[]): Promise<readonly ListedProject[]> {
  const lists = await Promise.all(
    storages.map(async (where) => (await where.list()).map((project) => ({ project, where }))),
  )
  return lists.flat().toSorted((a, b) => b.project.changed - a.project.changed)
}

const WHERE = { browser: '', folder: 'in your folder, ', hosted: 'on this server, ' } as const

/** A folder is deleted by its owner, not by the page. */
function ProjectRow({
  project: { id, title, changed },
  where,
  onDelete,
}: {
  readonly project: ProjectSummary
  readonly where: ProjectStorage['kind']
  readonly onDelete: () => void
}): ReactNode {
  const [isSure, setSure] = useState(false)
  return (
    <li className="project-row">
      <a href={href({ at: 'desk', storage: where, id })}>{title}</a>
      <span className="dim">
        {WHERE[where]}changed {new Date(changed).toLocaleString()}
      </span>
      {where === 'folder' ? null : isSure ? (
        <span className="row">
          <Button look="grave" onClick={onDelete}>
            Delete {title} and its saves
          </Button>
          <Button onClick={() => setSure(false)}>Keep it</Button>
        </span>
      ) : (
        <Button look="quiet" aria-label={`Delete ${title}`} onClick={() => setSure(true)}>
          Delete
        </Button>
      )}
    </li>
  )
}

interface TileProps {
  readonly template: Template
  /** Absent until it is built. */
  readonly board: StartBoard | undefined
  readonly onPick: () => void
}

/** The button covers the board, which is only a picture here. */
function TemplateTile({ template: { name, title, summary }, board, onPick }: TileProps): ReactNode {
  return (
    <>
      <div className="tile-picture" aria-hidden="true" inert>
        {board === undefined ? null : (
          <Suspense>
            <TemplateBoard board={board} />
          </Suspense>
        )}
      </div>
      <button type="button" className="tile-text" onClick={onPick} data-template={name}>
        <strong>{title}</strong>
        <span className="description">{summary}</span>
        <span className="seats-line">{name}</span>
      </button>
    </>
  )
}

function SiteGames({ onPick }: { readonly onPick: (title: string, fingerprint: string) => void }): ReactNode {
  const [games, again] = useResource('games', loadGames)
  return (
    <section aria-labelledby="site-games">
      <h2 id="site-games">Change a game of this site</h2>
      <ResourceView loaded={games} again={again}>
        {(list) =>
          list.length === 0 ? (
            <p className="dim">
              This page has no games to copy. To edit a copy of an installed game, run{' '}
              <code>ludoforge edit FOLDER --like GAME</code>.
            </p>
          ) : (
            <ul className="copy-list">
              {list.map(({ id, title, fingerprint }) => (
                <li key={id}>
                  <Button onClick={() => onPick(title, fingerprint)}>Copy {title}</Button>
                </li>
              ))}
            </ul>
          )
        }
      </ResourceView>
    </section>
  )
}

interface ImportProps {
  readonly onFiles: (name: string, files: Files) => void
  readonly onProblem: (problem: string) => void
}

function ImportZip({ onFiles, onProblem }: ImportProps): ReactNode {
  const input = useRef<HTMLInputElement>(null)
  const read = async (file: File): Promise<void> => {
    onFiles(file.name.replace(/\.zip$/i, ''), unzipFiles(new Uint8Array(await file.arrayBuffer())))
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".zip,application/zip"
        className="unseen"
        tabIndex={-1}
        aria-label="Zip of a game"
        onChange={({ target }) => {
          const file = target.files?.[0]
          if (file !== undefined) read(file).catch((error: unknown) => onProblem(errorText(error)))
          target.value = ''
        }}
      />
      <Button onClick={() => input.current?.click()}>Import a zip</Button>
    </>
  )
}
