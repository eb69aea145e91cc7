/** An example of the table's position, before it goes into a file. */
import { draftText } from '@ludoforge/desk'
import type { ExampleDraft } from '@ludoforge/desk/session'
import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/index.js'
import { useGame } from '../game/use-game.js'

type Draft = ExampleDraft | { readonly problem: string }

export function DraftForm({ draft }: { readonly draft: Draft }): ReactNode {
  const game = useGame()
  const drop = (): void => game.state.setState({ draft: undefined })
  if ('problem' in draft)
    return (
      <section className="example-draft" aria-label="Make an example of this position">
        <h2>Make an example of this position</h2>
        <p role="alert">{draft.problem}</p>
        <Button onClick={drop}>Close</Button>
      </section>
    )
  return <DraftText key={draft.lines.join('\n')} draft={draft} drop={drop} />
}

function DraftText({ draft, drop }: { readonly draft: ExampleDraft; readonly drop: () => void }): ReactNode {
  const game = useGame()
  const [title, setTitle] = useState(draft.title)
  const { rule, place, lines, from } = draft
  const isNamed = /^[^\s#]/.test(title)
  const insert = (): void => {
    if (isNamed) void game.insert({ text: draftText({ title, rule, lines }), rule, place })
  }
  return (
    <section className="example-draft" aria-label="Make an example of this position">
      <header>
        <h2>Make an example of this position</h2>
        <div className="row">
          <Button look="main" disabled={!isNamed} onClick={insert}>
            {rule === '' ? 'Insert' : `Insert at ${rule}`} <kbd aria-hidden="true">↵</kbd>
          </Button>
          <Button look="quiet" onClick={drop}>
            Cancel
          </Button>
        </div>
      </header>
      <label>
        Title
        <input
          type="text"
          value={title}
          maxLength={120}
          onChange={(event) => setTitle(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') insert()
          }}
        />
      </label>
      <pre tabIndex={0}>{draftText({ title, rule, lines })}</pre>
      <p className="dim">
        {from === 'board'
          ? 'It sets up the board of this turn. It has run, and passes.'
          : 'It plays from the start of the game, because the board alone doesn’t lead to this question. It has run, and passes.'}
      </p>
    </section>
  )
}
