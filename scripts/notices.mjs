// The licences of what goes into a bundle, as one text: they ask to be passed on with the code.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** The folder of the package that a file lies in; nothing for files of this workspace. */
function packageOf(file) {
  const at = file.lastIndexOf('node_modules/')
  if (at === -1) return undefined
  const [scope, name] = file.slice(at + 'node_modules/'.length).split('/')
  return (
    file.slice(0, at) + path.posix.join('node_modules', scope.startsWith('@') ? `${scope}/${name}` : scope)
  )
}

/** `files` are those of a bundle, by their place from `root`. */
export function notices(root, files) {
  const folders = [...new Set(files.map(packageOf))].filter((folder) => folder !== undefined)
  const texts = folders.map((folder) => {
    const place = path.join(root, folder)
    const { name, version, license } = JSON.parse(readFileSync(path.join(place, 'package.json'), 'utf8'))
    const file = existsSync(place) && readdirSync(place).find((one) => /^(?:licen[cs]e|copying)/i.test(one))
    const text = file
      ? readFileSync(path.join(place, file), 'utf8').trim()
      : 'It brings no text of its licence.'
    return `${name} ${version} (${license})\n\n${text}`
  })
  return `${texts.toSorted((a, b) => a.localeCompare(b, 'en')).join(`\n\n${'-'.repeat(80)}\n\n`)}\n`
}
