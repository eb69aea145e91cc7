/** The strip above the question of a puzzle: the task, the verdict, the solution, and the next puzzle. */
import type { Puzzle } from '@ludoforge/play'
import type { Verdict } from '@ludoforge/table'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import {
  markSolved,
  openPuzzle,
  puzzleOfTable,
  type PuzzlePlace,
  puzzlesOf,
} from '../../app/puzzle-tables.js'
import { go, href } from '../../app/routes.js'
import { type PuzzleJudge, puzzleJudge } from '../../local/index.js'
import { Button } from '../../ui/index.js'
import { useTable } from '../context.js'
import { answerRuns } from '../review/turn-runs.js'
import { SeatName } from '../parts.js'

export function PuzzleStrip(): ReactNode {
  const id = useTable((state) => state.about.id)
  const place = useMemo(() => puzzleOfTable(id), [id])
  const [puzzles, setPuzzles] = useState<readonly Puzzle[]>([])
  const attempt = useTable((state) => state.attempt)
  useEffect(() => {
    if (place !== undefined) void attempt(async () => setPuzzles(await puzzlesOf(place.fingerprint)))
  }, [place, attempt])
  const puzzle = place === undefined ? undefined : puzzles[place.index]
  return place === undefined || puzzle === undefined ? null : (
    <Strip place={place} puzzle={puzzle} count={puzzles.length} />
  )
}

interface StripProps {
  readonly place: PuzzlePlace
  readonly puzzle: Puzzle
  readonly count: number
}

function Strip({ place, puzzle, count }: StripProps): ReactNode {
  const { records, table, attempt, about } = useTable((state) => state)
  const [verdict, setVerdict] = useState<Verdict>()
  const [isShown, setShown] = useState(false)
  const [busy, setBusy] = useState(false)
  const judge = useRef<PuzzleJudge>(undefined)
  useEffect(() => {
    const own = puzzleJudge(place.fingerprint, puzzle)
    judge.current = own
    return () => own.close()
  }, [place, puzzle])
  const answers = useMemo(() => answerRuns(records, [puzzle.seat])[0]?.choices ?? [], [records, puzzle])
  const key = JSON.stringify(answers)
  useEffect(() => {
    let isCurrent = true
    if (answers.length === 0) {
      setVerdict(undefined)
      return
    }
    setBusy(true)
    void attempt(async () => {
      const found = await judge.current?.judge(answers)
      if (!isCurrent || found === undefined) return
      setVerdict(found)
      if (found.isOver && found.isSolved) markSolved(puzzle.hash)
    }).finally(() => isCurrent && setBusy(false))
    return () => {
      isCurrent = false
    }
    // The key stands for the answers.
  }, [key, puzzle, place, attempt])
  const next = place.index + 1
  const judged = verdict?.isOver === true ? verdict : undefined
  const open = (index: number): void =>
    void attempt(async () =>
      go({
        at: 'local',
        id: await openPuzzle({ ...about.game, fingerprint: place.fingerprint, id: place.game }, index),
      }),
    )
  return (
    <section className="notice puzzle" aria-label="Puzzle" aria-busy={busy}>
      <p>
        Puzzle {next} of {count}: find the best turn for <SeatName id={puzzle.seat} />.
      </p>
      <p role="status">
        {judged === undefined ? (busy && answers.length > 0 ? 'Checking …' : '') : verdictText(judged)}
      </p>
      {isShown && verdict !== undefined ? <p>Solution: {verdict.solution.text}.</p> : null}
      <div className="row">
        {judged !== undefined && !judged.isSolved ? (
          <Button onClick={() => void attempt(() => table.undo(1))}>Try again</Button>
        ) : null}
        <Button
          look="quiet"
          onClick={() => {
            setShown(true)
            if (verdict === undefined)
              void attempt(async () => setVerdict(await judge.current?.judge(answers)))
          }}
        >
          Show the solution
        </Button>
        {next < count ? (
          <Button look={judged?.isSolved === true ? 'main' : 'quiet'} onClick={() => open(next)}>
            Next puzzle
          </Button>
        ) : null}
        <a className="button quiet" href={href({ at: 'puzzles', game: place.game })}>
          All puzzles
        </a>
      </div>
    </section>
  )
}

/** What the solver is told. */
function verdictText({ isSolved, isSolution, scores }: Verdict): string {
  if (isSolution) return 'Solved. That’s the turn.'
  const compared =
    scores === undefined
      ? ''
      : ` Expected score ${Math.round(scores.yours)} %, the best turn has ${Math.round(scores.best)} %.`
  return isSolved ? `Solved: about as good as the best turn.${compared}` : `Not the best turn.${compared}`
}
