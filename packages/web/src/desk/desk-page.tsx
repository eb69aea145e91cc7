/** The designer's desk: a project in the editor, with its table, examples, balance and rulebook next to it. */
import { changesBetween } from '@ludoforge/desk'
import { type ReactNode, useEffect, useState } from 'react'
import type { StoreApi } from 'zustand/vanilla'
import { BackToGames, Problem } from '../app/page-states.js'
import { href } from '../app/routes.js'
import { errorText } from '../app/site.js'
import { createDesk } from './create-desk.js'
import { DeskProvider, type DeskState } from './desk-state.js'
import './desk.css'
import { LanguageClient } from './editor/language-client.js'
import { endGame, gameOf } from './game/use-game.js'
import { DeskShell } from './shell/desk-shell.js'
import { storedStops } from './shell/layout.js'
import { startAutosave } from './storage/autosave.js'
import { storeLinkKey } from './storage/link-keys.js'
import { lockProject } from './storage/one-tab.js'
import { openStorage } from './storage/storages.js'
import { storeDesk } from './storage/store-desk.js'

interface OpenDesk {
  readonly desk: StoreApi<DeskState>
  readonly language: LanguageClient
  close(): void
}

interface DeskPageProps {
  readonly kind: string
  readonly id: string
  readonly linkKey: string | undefined
}

export default function DeskPage({ kind, id, linkKey = '' }: DeskPageProps): ReactNode {
  const [opened, setOpened] = useState<OpenDesk>()
  const [problem, setProblem] = useState<string>()
  useEffect(() => {
    if (linkKey !== '') {
      storeLinkKey(kind, id, linkKey)
      location.replace(href({ at: 'desk', storage: kind, id }))
      return
    }
    let isCurrent = true
    let open: OpenDesk | undefined
    openDesk(kind, id).then(
      (made) => {
        open = made
        if (isCurrent) setOpened(made)
        else made.close()
      },
      (error: unknown) => {
        if (isCurrent) setProblem(errorText(error))
      },
    )
    return () => {
      isCurrent = false
      open?.close()
      setOpened(undefined)
    }
  }, [kind, id, linkKey])
  if (problem !== undefined)
    return (
      <div className="narrow">
        <Problem title="Can’t open this game" text={problem}>
          <BackToGames />
        </Problem>
      </div>
    )
  if (opened === undefined) return <p className="opening">Loading …</p>
  return (
    <DeskProvider value={opened.desk}>
      <DeskShell language={opened.language} />
    </DeskProvider>
  )
}

async function openDesk(kind: string, id: string): Promise<OpenDesk> {
  const storage = await openStorage(kind)
  const project = await storage.load(id)
  const desk = createDesk(storage, project)
  const stops = storedStops()
  desk.getState().setStop(project.opens === 'play' ? 'full' : stops[desk.getState().tab])
  const language = new LanguageClient(desk)
  gameOf(desk) // it follows the edits, whichever pane is open
  const autosave = startAutosave(desk)
  void storeDesk()
  const balance = import('./balance/balance-state.js').then(({ balanceOf }) => balanceOf(desk))
  let hasWaited = false
  const lock =
    project.access === 'read'
      ? undefined
      : lockProject(`ludoforge-desk/${kind}/${id}`, (isMine) => {
          desk.getState().setReadOnly(!isMine)
          if (!isMine) hasWaited = true
          else if (hasWaited)
            // The other tab has closed: its edits are in the storage.
            void storage.load(id).then(({ files }) => {
              const { files: old, edit } = desk.getState()
              edit(changesBetween(old, files))
            })
        })
  return {
    desk,
    language,
    close: () => {
      autosave.stop()
      void balance.then((state) => state.getState().close())
      language.close()
      endGame(desk)
      lock?.release()
    },
  }
}
