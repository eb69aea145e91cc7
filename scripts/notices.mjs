// Collects the licences of bundled packages into one text, which must be distributed with the bundle.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** The folder of a file's npm package. Returns `undefined` for files of this workspace. */
function packageOf(file) {
  const at = file.lastIndexOf('node_modules/')
  if (at === -1) return undefined
  const [scope, name] = file.slice(at + 'node_modules/'.length).split('/')
  return (
    file.slice(0, at) + path.posix.join('node_modules', scope.startsWith('@') ? `${scope}/${name}` : scope)
  )
}

/** Returns the licences of the packages of these bundled files. Paths are relative to `root`. */
export function notices(root, files) {
  const folders = [...new Set(files.map(packageOf))].filter((folder) => folder !== undefined)
  const texts = folders.map((folder) => {
    const place = path.join(root, folder)
    const { name, version, license } = JSON.parse(readFileSync(path.join(place, 'package.json'), 'utf8'))
    const file =
      existsSync(place) && readdirSync(place).find((entry) => /^(?:licen[cs]e|copying)/i.test(entry))
    const text = file
      ? readFileSync(path.join(place, file), 'utf8').trim()
      : 'The package has no licence text.'
    return `${name} ${version} (${license})\n\n${text}`
  })
  return `${texts.toSorted((a, b) => a.localeCompare(b, 'en')).join(`\n\n${'-'.repeat(80)}\n\n`)}\n`
}
