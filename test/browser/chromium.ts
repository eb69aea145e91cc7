/** A browser without installation: the Chromium of an npm package, or the one at CHROME_PATH. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type Browser, type BrowserServer, chromium } from 'playwright-core'
import { cache } from '../../scripts/process.mjs'

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--font-render-hinting=none',
]

const unpack = path.join(import.meta.dirname, 'unpack.mjs')

/** Fonts: the bundled ones, and the machine's as a fallback. */
const fontsOf = (place: string): string => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${path.join(place, 'fonts')}</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${path.join(place, 'fonts-cache')}</cachedir>
</fontconfig>
`

/** Unpacks the package once. If two processes race, the second discards its copy. */
function unpacked(): string {
  const place = path.join(cache, 'chromium-141')
  if (existsSync(place)) return place
  mkdirSync(cache, { recursive: true })
  const own = mkdtempSync(path.join(cache, 'chromium-'))
  const env = { ...process.env, TMPDIR: own, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' }
  const { status, stderr } = spawnSync(process.execPath, [unpack], { env, encoding: 'utf8' })
  if (status !== 0) throw new Error(`Can't unpack Chromium: ${stderr}`)
  writeFileSync(path.join(own, 'fonts', 'fonts.conf'), fontsOf(place))
  try {
    renameSync(own, place)
  } catch (error) {
    rmSync(own, { recursive: true, force: true })
    if (!existsSync(place)) throw error
  }
  return place
}

function installed(): { readonly executablePath: string; readonly env: Record<string, string> } {
  const given = process.env['CHROME_PATH']
  const env = Object.fromEntries(
    Object.entries(process.env).filter((e): e is [string, string] => e[1] !== undefined),
  )
  if (given !== undefined && given !== '') return { executablePath: given, env }
  const place = unpacked()
  const executablePath = path.join(place, 'chromium')
  const fonts = { ...env, FONTCONFIG_PATH: path.join(place, 'fonts') }
  // Uses the bundled libraries if the machine lacks them.
  const runs = spawnSync(executablePath, ['--version', '--no-sandbox'], { env: fonts, encoding: 'utf8' })
  if (runs.status === 0) return { executablePath, env: fonts }
  const libraries = [path.join(place, 'al2023', 'lib'), env['LD_LIBRARY_PATH'] ?? ''].filter(
    (one) => one !== '',
  )
  return { executablePath, env: { ...fonts, LD_LIBRARY_PATH: libraries.join(':') } }
}

export function launch(): Promise<Browser> {
  return chromium.launch({ ...installed(), args: FLAGS })
}

/** The same browser for several processes, which connect to it. */
export function launchServer(): Promise<BrowserServer> {
  return chromium.launchServer({ ...installed(), args: FLAGS, host: '127.0.0.1' })
}
