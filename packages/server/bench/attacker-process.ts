/** Starts the attacker in a process of its own. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { AttackerOptions, FromAttacker, ToAttacker } from './attacker.js'

const CHILD = fileURLToPath(new URL('attacker.ts', import.meta.url))

/** Begins the attack. Returns a function that ends it, and returns how often the server has given each answer. */
export async function beginAttack(
  begin: AttackerOptions,
): Promise<() => Promise<readonly (readonly [string, number])[]>> {
  const child = fork(CHILD, { execArgv: ['--import', 'tsx', '--conditions=source'] })
  const ask = async (message: ToAttacker): Promise<FromAttacker> => {
    const ended = once(child, 'exit').then(([code, signal]: (number | string | null)[]) => {
      throw new Error(`The attacker ended early: ${signal ?? `exit code ${code}`}. Its error is above.`)
    })
    child.send(message)
    const [answer] = (await Promise.race([once(child, 'message'), ended])) as [FromAttacker]
    return answer
  }
  await ask({ begin })
  return async () => {
    const answer = await ask({ end: true })
    child.disconnect()
    return 'answers' in answer ? answer.answers : []
  }
}
