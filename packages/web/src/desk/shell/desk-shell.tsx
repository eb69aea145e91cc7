/** The parts of the desk and how they share the window. */
import { type CSSProperties, type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { TABS, useDesk, useDeskStore } from '../desk-state.js'
import { EditorPane } from '../editor/editor-pane.js'
import type { LanguageClient } from '../editor/language-client.js'
import { altKey, modKey } from '../editor/platform.js'
import { exportProject } from '../files/export-project.js'
import { useProjectTitle } from '../files/project-title.js'
import { Crumbs } from './crumbs.js'
import { DeskBar } from './desk-bar.js'
import { DeskBorder } from './desk-border.js'
import { DeskPane } from './desk-pane.js'
import { DeskRail } from './desk-rail.js'
import { HistorySheet } from './history-sheet.js'
import { storedStops, storeStop } from './layout.js'
import { Palette, type PaletteEntry } from './palette.js'
import { playFromCursor } from './play-from-cursor.js'
import { useDeskKeys } from './use-desk-keys.js'
import { WaveStrip } from './wave-strip.js'

export function DeskShell({ language }: { readonly language: LanguageClient }): ReactNode {
  const stop = useDesk((desk) => desk.stop)
  const tab = useDesk((desk) => desk.tab)
  const title = useProjectTitle()
  const shell = useRef<HTMLDivElement>(null)
  const [dragged, setDragged] = useState<number>()
  const [railWidth, setRailWidth] = useState<number>()
  const [isRailOpen, setRailOpen] = useState(false)
  const [isFinding, setFinding] = useState(false)
  const [isSaving, setSaving] = useState(false)
  const [page, setPage] = useState<'editor' | 'pane'>(
    useDesk((desk) => (desk.project.opens === 'play' ? 'pane' : 'editor')),
  )
  useRememberedStops(() => setDragged(undefined))
  useEffect(() => {
    document.title = `${title} · LudoForge`
  }, [title])
  const find = useCallback(() => setFinding(true), [])
  const save = useCallback(() => setSaving(true), [])
  const focusEditor = useCallback(() => {
    setPage('editor')
    shell.current
      ?.querySelector('.desk-editor')
      ?.shadowRoot?.querySelector<HTMLElement>('.cm-content')
      ?.focus()
  }, [])
  useDeskKeys({ find, save, focusEditor })
  const commands = useCommands(save)
  const style: CSSProperties & Partial<Record<'--pane' | '--rail-width', string>> = {
    ...(dragged === undefined || stop === 'full' ? {} : { '--pane': `${dragged}px` }),
    ...(railWidth === undefined ? {} : { '--rail-width': `${railWidth}px` }),
  }
  return (
    <div
      ref={shell}
      className={`desk stop-${stop} on-${page} tab-${tab} ${isRailOpen ? 'rail-open' : ''}`}
      style={style}
    >
      <DeskBar onFind={find} onRail={() => setRailOpen(!isRailOpen)} isRailOpen={isRailOpen} />
      <DeskRail
        onGo={() => {
          setRailOpen(false)
          setPage('editor')
        }}
      />
      {isRailOpen ? (
        <button
          type="button"
          className="rail-curtain"
          aria-label="Close the files"
          onClick={() => setRailOpen(false)}
        />
      ) : null}
      <DeskBorder of="rail" shell={shell} onMove={setRailWidth} />
      <section className="desk-text" aria-label="Editor">
        <Crumbs />
        <EditorPane language={language} />
      </section>
      <DeskBorder of="pane" shell={shell} onMove={setDragged} />
      <DeskPane />
      <div className="page-switch" role="group" aria-label="Show">
        {(['editor', 'pane'] as const).map((one) => (
          <button key={one} type="button" aria-pressed={page === one} onClick={() => setPage(one)}>
            {one === 'editor' ? 'Text' : 'Game'}
          </button>
        ))}
      </div>
      <WaveStrip />
      {isFinding ? (
        <Palette
          language={language}
          commands={commands}
          onClose={() => {
            setFinding(false)
            setPage('editor')
          }}
        />
      ) : null}
      {isSaving ? <HistorySheet onClose={() => setSaving(false)} /> : null}
    </div>
  )
}

/** Each tab returns to the stop it was left at. */
function useRememberedStops(changed: () => void): void {
  const desk = useDeskStore()
  const changedRef = useRef(changed)
  useEffect(() => {
    changedRef.current = changed
  })
  useEffect(
    () =>
      desk.subscribe((now, before) => {
        if (now.tab !== before.tab) {
          const remembered = storedStops()[now.tab]
          if (now.stop !== remembered) now.setStop(remembered)
        } else if (now.stop !== before.stop) storeStop(now.tab, now.stop)
        if (now.stop !== before.stop) changedRef.current()
      }),
    [desk],
  )
}

/** The commands of the palette. */
function useCommands(save: () => void): readonly PaletteEntry[] {
  const desk = useDeskStore()
  const title = useProjectTitle()
  return useMemo(
    () => [
      ...TABS.map((tab, i) => ({
        key: `command ${tab}`,
        title: `Show ${tab === 'balance' ? '' : 'the '}${tab}`,
        detail: `${altKey}${i + 1}`,
        run: () => desk.getState().show(tab),
      })),
      {
        key: 'command play',
        title: 'Play from the rule at the cursor',
        detail: `${modKey}↵`,
        run: () => void playFromCursor(desk),
      },
      { key: 'command save', title: 'Name a save', detail: `${modKey}S`, run: save },
      {
        key: 'command export',
        title: 'Export as a zip',
        detail: 'command',
        run: () => exportProject(title, desk.getState().files),
      },
    ],
    [desk, save, title],
  )
}
