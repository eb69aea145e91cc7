/** Offers to resume an unfinished game. */
import type { SavedGame, Autosaves } from './autosaves.js'
import type { Terminal } from '../terminal.js'

const MAX_LISTED = 20

/** Asks which game to resume and returns its file, or `undefined` for a new game. */
export async function promptResume(
  autosaves: Autosaves,
  game: string | undefined,
  terminal: Terminal,
): Promise<string | undefined> {
  const saves = autosaves.unfinished(game)
  const [last] = saves
  if (last === undefined) return undefined
  terminal.out(`You have an unfinished game: ${savedText(last)}`)
  for (;;) {
    const answer = await terminal.input.line('Resume it? yes, no, list > ')
    const word = answer?.trim().toLowerCase() ?? 'no'
    if (word !== '' && 'yes'.startsWith(word)) return last.file
    if (word !== '' && 'no'.startsWith(word)) return undefined
    if (word !== '' && 'list'.startsWith(word)) return chooseSave(saves, terminal)
    terminal.out('Type yes, no, or list.')
  }
}

async function chooseSave(saves: readonly SavedGame[], terminal: Terminal): Promise<string | undefined> {
  const shown = saves.slice(0, MAX_LISTED)
  await terminal.page(shown.map((saved, i) => `${String(i + 1).padStart(3)}. ${savedText(saved)}`))
  for (;;) {
    const answer = (
      await terminal.input.line('Which one? Type a number, or an empty line for a new game > ')
    )?.trim()
    if (answer === undefined || answer === '') return undefined
    const found = /^\d+$/.test(answer) ? shown[Number(answer) - 1] : undefined
    if (found !== undefined) return found.file
    terminal.out(`Type a number from 1 to ${shown.length}.`)
  }
}

/** `outposts, 12 decisions, 2026-05-01 18:30 (red: human, blue: normal)`. */
function savedText({ header, decisions, changed }: SavedGame): string {
  const { game, scenario, seats } = header
  const pad = (n: number): string => String(n).padStart(2, '0')
  const day = `${changed.getFullYear()}-${pad(changed.getMonth() + 1)}-${pad(changed.getDate())}`
  const time = `${pad(changed.getHours())}:${pad(changed.getMinutes())}`
  const who = Object.entries(seats).map(([seat, player]) => `${seat}: ${player}`)
  const parts = [
    game,
    scenario,
    `${decisions} ${decisions === 1 ? 'decision' : 'decisions'}`,
    `${day} ${time}`,
  ]
  return `${parts.filter((part) => part !== '').join(', ')} (${who.join(', ')})`
}

/** Lists all automatic saves with their files. */
export function autosaveLines(autosaves: Autosaves, terminal: Terminal): string[] {
  const all = autosaves.all()
  if (all.length === 0) return ['There are no autosaved games.']
  return all.flatMap((saved) => [
    `${savedText(saved)}${saved.isOver ? ', over' : ''}`,
    terminal.paint.dim(`  ${saved.file}`),
  ])
}
