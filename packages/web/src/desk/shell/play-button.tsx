/** *Play*: the game as it last compiled, at a table of this browser. */
import { type ReactNode, useState } from 'react'
import { go } from '../../app/routes.js'
import { errorText } from '../../app/site.js'
import { createLocal } from '../../local/index.js'
import { Button } from '../../ui/index.js'
import { useDesk } from '../desk-state.js'

export function PlayButton(): ReactNode {
  const build = useDesk((desk) => desk.build)
  const [problem, setProblem] = useState<string>()
  const play = async (): Promise<void> => {
    if (build === undefined) return
    const id = await createLocal(build, {})
    go({ at: 'local', id })
  }
  return (
    <>
      <Button
        look="main"
        disabled={build === undefined}
        title={build === undefined ? 'Your game has to compile first.' : undefined}
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
