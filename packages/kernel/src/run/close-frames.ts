import type { Linker } from '../link/linker.js'
import { FRAME, ROOT } from '../link/routine.js'
import { CONTEXT_SLOTS, loadContext, numberAt, type State, type StepObserver } from '../layout/state.js'

/** Unwinds the stack at the end of the game: records the end of open actions and procedures, innermost first. */
export function closeFrames(s: State, observer: StepObserver, { routines }: Linker): void {
  const { k } = s
  let caller: number
  for (let fp = s.fp; fp >= 0; fp = caller) {
    caller = numberAt(k, fp + 2)
    if (k[fp] === ROOT) loadContext(s, k, fp + FRAME + 1) // the context around the block of the workbench
    const resume = routines[numberAt(k, caller)]?.resumes.get(numberAt(k, caller + 1))
    if (resume?.kind !== 'call') continue // the game itself and such blocks have no caller
    const locals = caller + FRAME
    if (resume.performs) {
      observer.ended(s, resume.cause)
      loadContext(s, k, fp - CONTEXT_SLOTS)
    } else if (resume.titled) observer.left(s, resume.callee, resume.cause)
    if (resume.timing !== undefined) s.timing = numberAt(k, locals + resume.timing)
    if (resume.actor !== undefined) s.actor = numberAt(k, locals + resume.actor)
  }
}
