/** Reads solved policies from files. */
import { readFileSync } from 'node:fs'
import { type SolvedPolicy, solvedPolicy } from '../schemas/solved-policy.js'
import { AgentSpecError, isFile } from './spec.js'

/** Reads the file of a solved policy. Throws `AgentSpecError` if it isn't one. */
export function readSolvedPolicy(spec: string, file: string): SolvedPolicy {
  if (!isFile(file)) throw new AgentSpecError(`"${spec}" names a file that does not exist: ${file}`)
  let json: unknown
  try {
    json = JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    throw new AgentSpecError(
      `"${spec}" is not JSON: ${file}. Write it with "ludoforge solve GAME --out FILE".`,
    )
  }
  const read = solvedPolicy.safeParse(json)
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw new AgentSpecError(
    `"${spec}" is not a solved policy: ${file} (${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}). Write it with "ludoforge solve GAME --out FILE".`,
  )
}
