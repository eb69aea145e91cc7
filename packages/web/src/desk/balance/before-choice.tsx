/** What Compare calls "before": the rules before your edits, a save, another game, or a zip. */
import { type Files, unzipFiles } from '@ludoforge/desk'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { errorText } from '../../app/site.js'
import { Select } from '../../ui/index.js'
import { useDesk } from '../desk-state.js'
import { loadGames } from '../../app/games.js'
import { sourceFiles } from '../start/source-games.js'

const OPENED = 'opened'
const CHOSEN = 'chosen'
const ZIP = 'zip'

type SourceGames = Awaited<ReturnType<typeof loadGames>>

export function BeforeChoice(): ReactNode {
  const before = useDesk((desk) => desk.before)
  const project = useDesk((desk) => desk.project)
  const storage = useDesk((desk) => desk.storage)
  const setBefore = useDesk((desk) => desk.setBefore)
  const [games, setGames] = useState<SourceGames>([])
  const [problem, setProblem] = useState('')
  const zip = useRef<HTMLInputElement>(null)
  useEffect(() => {
    let isCurrent = true
    loadGames().then(
      (found) => isCurrent && setGames(found),
      () => isCurrent && setGames([]), // a page without games has none to compare with
    )
    return () => {
      isCurrent = false
    }
  }, [])
  const take = (name: string, files: Promise<Files>): void => {
    setProblem('')
    files.then(
      (read) => setBefore(name, read),
      (error: unknown) => setProblem(errorText(error)),
    )
  }
  const choose = (chosen: string): void => {
    const [kind, id = ''] = split(chosen)
    if (chosen === OPENED) setBefore('before my edits', project.files)
    else if (chosen === ZIP) zip.current?.click()
    else if (kind === 'save') {
      const save = project.saves.find((one) => one.id === id)
      if (save !== undefined) take(save.name, storage.saved(project.id, save.id))
    } else if (kind === 'game') {
      const game = games.find((one) => one.fingerprint === id)
      if (game !== undefined) take(game.title, sourceFiles(game.fingerprint))
    }
  }
  return (
    <section aria-label="Before">
      <Select
        title="Before"
        value={before.files === project.files ? OPENED : CHOSEN}
        groups={[
          {
            options: [
              [OPENED, 'before my edits'],
              ...(before.files === project.files ? [] : [[CHOSEN, before.name] as const]),
            ],
          },
          ...(project.saves.length === 0
            ? []
            : [
                {
                  title: 'A save',
                  options: project.saves.map(({ id, name }) => [`save ${id}`, name] as const),
                },
              ]),
          ...(games.length === 0
            ? []
            : [
                {
                  title: 'Another game',
                  options: games.map(({ fingerprint, title }) => [`game ${fingerprint}`, title] as const),
                },
              ]),
          { title: 'A file', options: [[ZIP, 'a zip …']] },
        ]}
        onChange={choose}
      />
      <input
        ref={zip}
        type="file"
        accept=".zip"
        hidden
        aria-label="A zip to compare with"
        onChange={(event) => {
          const [file] = event.target.files ?? []
          if (file !== undefined) take(file.name, readZip(file))
        }}
      />
      {problem === '' ? null : <p role="alert">{problem}</p>}
    </section>
  )
}

const split = (chosen: string): readonly string[] => {
  const at = chosen.indexOf(' ')
  return at < 0 ? [chosen] : [chosen.slice(0, at), chosen.slice(at + 1)]
}

const readZip = async (file: File): Promise<Files> => unzipFiles(new Uint8Array(await file.arrayBuffer()))
