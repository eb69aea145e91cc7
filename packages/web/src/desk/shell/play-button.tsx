/** *Play*: the game as it last compiled, at a table of this browser. */
import { type ReactNode, useState } from 'react'
import { go } from '../../app/routes.js'
import { errorText } from '../../app/site.js'
import { storeGame } from '../../local/game-cache.js'
import { createLocal } from '../../local/index.js'
import { Button } from '../../ui/index.js'
import { useDesk } from '../desk-state.js'
import { useGame } from '../game/use-game.js'

export function PlayButton(): ReactNode {
  const hasBuild = useDesk((desk) => desk.build !== undefined)
  const game = useGame()
  const [problem, setProblem] = useState<string>()
  const play = async (): Promise<void> => {
    const made = await game.module()
    if (made === undefined) return
    await storeGame(made.fingerprint, made.files)
    const id = await createLocal(made, { name: made.title, seats: made.seats })
    go({ at: 'local', id })
  }
  return (
    <>
      <Button
        look="main"
        disabled={!hasBuild}
        title={hasBuild ? undefined : 'Your game has to compile first.'}
        onClick={() => {
          play().catch((error: unknown) => setProblem(errorText(error)))
        }}
      >
        Play
      </Button>
      {problem === undefined ? null : <p role="alert">{problem}</p>}
    </>
  )
}
