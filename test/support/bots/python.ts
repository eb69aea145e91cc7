import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const BOT = fileURLToPath(new URL('./bot.py', import.meta.url))

/** The spec of a bot that misbehaves in this mode. Fails without Python 3, rather than skip tests. */
export function bad(mode: string, ...more: readonly string[]): string {
  return `cmd:${python()} ${[BOT, mode, ...more].join(' ')}`
}

let found: string | undefined

export function python(): string {
  found ??= ['python3', 'python'].find((name) => {
    const { stdout } = spawnSync(name, ['--version'], { encoding: 'utf8' })
    return typeof stdout === 'string' && stdout.startsWith('Python 3')
  })
  if (found === undefined)
    throw new Error(
      'Python 3 is missing: bots in Python are played in these tests. Install python3 and run them again.',
    )
  return found
}
