/** How the command is called by whoever reads a hint: so that it can be typed as it stands there. */
import { existsSync } from 'node:fs'
import path from 'node:path'

export interface Started {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly folder: string // where it was started
  readonly script: string // what node runs
  readonly exists: (file: string) => boolean
}

const NAME = 'ludoforge'
const FILES = process.platform === 'win32' ? [`${NAME}.cmd`, `${NAME}.exe`] : [NAME]

/** `ludoforge` where it is installed; else as this process was started. */
export function commandName({ env, folder, script, exists }: Started): string {
  const { npm_lifecycle_event: event, npm_package_name: name, npm_command: npm } = env
  const isHere = (place: string): boolean => FILES.some((file) => exists(path.join(place, file)))
  // npm puts folders of its own on the path of what it starts: there nobody else finds them.
  const onPath = (env['PATH'] ?? env['Path'] ?? '')
    .split(path.delimiter)
    .filter((place) => place !== '' && !/[/\\]node_modules[/\\]\.bin$|node-gyp-bin$/.test(place))
  if (onPath.some(isHere)) return NAME
  if (name === NAME && event === 'start') return 'npm start --'
  if (name === NAME && event === 'dev') return 'npm run dev --'
  if (npm === 'exec' || above(folder).some((place) => isHere(path.join(place, 'node_modules', '.bin'))))
    return `npx ${NAME}`
  const file = path.relative(folder, script)
  return `node ${/\s/.test(file) ? `"${file}"` : file}`
}

function above(folder: string): string[] {
  const parent = path.dirname(folder)
  return parent === folder ? [folder] : [folder, ...above(parent)]
}

export function ownCommandName(): string {
  const [, script = NAME] = process.argv
  return commandName({ env: process.env, folder: process.cwd(), script, exists: existsSync })
}
