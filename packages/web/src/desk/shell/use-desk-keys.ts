/** The keys of the desk that work everywhere in it. */
import { useEffect } from 'react'
import { TABS, useDeskStore } from '../desk-state.js'
import { isMod } from '../editor/platform.js'
import { nextProblem } from '../files/next-problem.js'
import { nextStop } from './layout.js'
import { playFromCursor } from './play-from-cursor.js'

interface KeyActions {
  readonly find: () => void
  readonly save: () => void
  readonly focusEditor: () => void
}

export function useDeskKeys({ find, save, focusEditor }: KeyActions): void {
  const desk = useDeskStore()
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (document.querySelector('dialog[open]') !== null) return
      const state = desk.getState()
      const tab =
        event.altKey && !isMod(event) ? TABS[Number(event.code.replace('Digit', '')) - 1] : undefined
      if (tab !== undefined) {
        if (state.tab === tab) state.setStop(nextStop(state.stop))
        else state.show(tab)
      } else if (isMod(event) && event.code === 'KeyK') find()
      else if (isMod(event) && event.code === 'KeyS') save()
      else if (isMod(event) && event.code === 'Enter') void playFromCursor(desk)
      else if (isMod(event) && event.code === 'KeyB') {
        state.show('balance')
        void import('../balance/balance-state.js').then(({ balanceOf }) =>
          balanceOf(desk).getState().setView('compare'),
        )
      } else if (isMod(event) && event.shiftKey && event.code === 'ArrowRight' && isOutsideEditor(event))
        state.setStop(nextStop(state.stop))
      else if (event.code === 'F8') {
        const next = nextProblem(state.problems, { path: state.place.path, line: state.cursor })
        if (next !== undefined) state.open(next)
      } else if (event.code === 'Escape' && isOutsideEditor(event)) {
        if (state.stop === 'full') state.setStop('half')
        focusEditor()
      } else return
      event.preventDefault()
      event.stopPropagation()
    }
    // Before the editor and the table, which have keys of their own.
    addEventListener('keydown', onKey, true)
    return () => removeEventListener('keydown', onKey, true)
  }, [desk, find, save, focusEditor])
}

const isOutsideEditor = ({ target }: KeyboardEvent): boolean =>
  !(target instanceof Element && target.closest('.desk-editor') !== null)
