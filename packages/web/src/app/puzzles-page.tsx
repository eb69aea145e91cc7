/** The puzzles of a game: which are solved, and the next one. */
import { type ReactNode, useState } from 'react'
import { Button } from '../ui/index.js'
import { loadGames } from './games.js'
import { BackToGames, ResourceView } from './page-states.js'
import { openPuzzle, puzzlesOf, solvedPuzzles } from './puzzle-tables.js'
import { go } from './routes.js'
import { useResource } from './use-resource.js'

export function PuzzlesPage({ game }: { readonly game: string }): ReactNode {
  const [loaded, again] = useResource(`puzzles ${game}`, async () => {
    const card = (await loadGames()).find(({ id }) => id === game)
    return card === undefined ? undefined : { card, puzzles: await puzzlesOf(card.fingerprint) }
  })
  const [problem, setProblem] = useState('')
  const solved = solvedPuzzles()
  return (
    <div className="narrow">
      <ResourceView loaded={loaded} again={again}>
        {(found) => {
          if (found === undefined || found.puzzles.length === 0)
            return (
              <>
                <h1>No puzzles</h1>
                <p>This game has no puzzles.</p>
                <BackToGames />
              </>
            )
          const { card, puzzles } = found
          const open = (index: number): void => {
            openPuzzle(card, index).then(
              (id) => go({ at: 'local', id }),
              (error: unknown) => setProblem(error instanceof Error ? error.message : String(error)),
            )
          }
          const done = puzzles.filter(({ hash }) => solved.includes(hash)).length
          const next = puzzles.findIndex(({ hash }) => !solved.includes(hash))
          return (
            <>
              <h1>{card.title}: puzzles</h1>
              <p>
                Find the turn that is much better than the rest. {done} of {puzzles.length} solved.
              </p>
              {problem === '' ? null : <p role="alert">{problem}</p>}
              {next < 0 ? null : (
                <Button look="main" onClick={() => open(next)}>
                  Solve puzzle {next + 1}
                </Button>
              )}
              <ol className="puzzle-list">
                {puzzles.map(({ hash, seat }, i) => (
                  <li key={hash}>
                    <Button look="quiet" onClick={() => open(i)}>
                      Puzzle {i + 1}: {card.seats.find(({ id }) => id === seat)?.name ?? seat} to play
                      {solved.includes(hash) ? ', solved' : ''}
                    </Button>
                  </li>
                ))}
              </ol>
            </>
          )
        }}
      </ResourceView>
    </div>
  )
}
