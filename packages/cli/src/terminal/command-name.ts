/** The command's name in hints, so that users can copy them: `ludoforge`, `npx ludoforge` or `npm start --`. */
import { existsSync } from 'node:fs'
import path from 'node:path'

export interface Started {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly folder: string // the working directory
  readonly script: string // the script node runs
  readonly exists: (file: string) => boolean
}

const NAME = 'ludoforge'
const FILES = process.platform === 'win32' ? [`${NAME}.cmd`, `${NAME}.exe`] : [NAME]

/** Returns `ludoforge` if it is on the PATH, otherwise the way this process was started. */
export function commandName({ env, folder, script, exists }: Started): string {
  const { npm_lifecycle_event: event, npm_package_name: name, npm_command: npm } = env
  const isIn = (directory: string): boolean => FILES.some((file) => exists(path.join(directory, file)))
  // npm adds its own folders to the PATH of its scripts; the user's shell doesn't have them.
  const onPath = (env['PATH'] ?? env['Path'] ?? '')
    .split(path.delimiter)
    .filter((directory) => directory !== '' && !/[/\\]node_modules[/\\]\.bin$|node-gyp-bin$/.test(directory))
  if (onPath.some(isIn)) return NAME
  if (name === NAME && event === 'start') return 'npm start --'
  if (name === NAME && event === 'dev') return 'npm run dev --'
  if (
    npm === 'exec' ||
    ancestors(folder).some((directory) => isIn(path.join(directory, 'node_modules', '.bin')))
  )
    return `npx ${NAME}`
  const file = path.relative(folder, script)
  return `node ${/\s/.test(file) ? `"${file}"` : file}`
}

function ancestors(folder: string): string[] {
  const parent = path.dirname(folder)
  return parent === folder ? [folder] : [folder, ...ancestors(parent)]
}

export function ownCommandName(): string {
  const [, script = NAME] = process.argv
  return commandName({ env: process.env, folder: process.cwd(), script, exists: existsSync })
}
