/** The folder of automatic saves. */
import path from 'node:path'
import { homedir } from 'node:os'

export type Env = Readonly<Record<string, string | undefined>>

/** The program's data folder: LUDOFORGE_DATA, or the system's usual place for user data. */
export function dataFolder(env: Env, platform: string = process.platform, home: string = homedir()): string {
  const given = (name: string): string | undefined => (env[name] === '' ? undefined : env[name])
  const own = given('LUDOFORGE_DATA')
  if (own !== undefined) return own
  if (platform === 'win32')
    return path.join(given('LOCALAPPDATA') ?? path.join(home, 'AppData', 'Local'), 'ludoforge')
  if (platform === 'darwin') return path.join(home, 'Library', 'Application Support', 'ludoforge')
  return path.join(given('XDG_DATA_HOME') ?? path.join(home, '.local', 'share'), 'ludoforge')
}
