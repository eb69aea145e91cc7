// `npm run release -- 0.2.0`: sets the version in every package.json, in their dependencies on each other, in the Python
// client, and in the lock file. Without a version, lists the files that differ from the root's package.json.
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { workspaceFolders, root } from './process.mjs'

const OURS = '@ludoforge/'
const LOCK = 'package-lock.json'

/** Every package.json of the workspace, the root's first. */
const manifests = () => ['package.json', ...workspaceFolders().map((folder) => `${folder}/package.json`)]

const PYTHON = 'clients/python/pyproject.toml'
const TOML_VERSION = /^version = "(.*)"$/m

function read(file) {
  const text = readFileSync(path.join(root, file), 'utf8')
  return file === PYTHON ? { version: TOML_VERSION.exec(text)?.[1] } : JSON.parse(text)
}

function write(file, value) {
  const place = path.join(root, file)
  if (file !== PYTHON) writeFileSync(place, `${JSON.stringify(value, null, 2)}\n`)
  else writeFileSync(place, readFileSync(place, 'utf8').replace(TOML_VERSION, `version = "${value.version}"`))
}

/** A manifest or an entry of the lock file with this version, also for its dependencies on our packages. */
function withVersion(manifest, version) {
  const own = 'version' in manifest ? { ...manifest, version } : { ...manifest }
  for (const kind of ['dependencies', 'devDependencies'])
    if (own[kind] !== undefined)
      own[kind] = Object.fromEntries(
        Object.entries(own[kind]).map(([name, range]) => [name, name.startsWith(OURS) ? version : range]),
      )
  return own
}

const folderOf = (file) => path.posix.dirname(file).replace(/^\.$/, '')

/** All of these files with this version, including the lock file's entries of our packages. */
function all(files, version) {
  const folders = new Set(Object.keys(files).map(folderOf))
  const lockWith = (lock) => {
    const packages = Object.entries(lock.packages).map(([place, entry]) => [
      place,
      folders.has(place) ? withVersion(entry, version) : entry,
    ])
    return { ...withVersion(lock, version), packages: Object.fromEntries(packages) }
  }
  const update = ([file, value]) => [file, file === LOCK ? lockWith(value) : withVersion(value, version)]
  return Object.fromEntries(Object.entries(files).map(update))
}

/** The files with a version, by name. */
export const versioned = () =>
  Object.fromEntries([...manifests(), PYTHON, LOCK].map((file) => [file, read(file)]))

/** Messages about files with another version than the root. */
export function differing(files) {
  const { version } = files['package.json']
  const right = all(files, version)
  return Object.keys(files)
    .filter((file) => JSON.stringify(files[file]) !== JSON.stringify(right[file]))
    .map(
      (file) =>
        `${file}: expected version ${version}, as in package.json. Run npm run release -- ${version}.`,
    )
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [version] = process.argv.slice(2)
  if (version === undefined) {
    const problems = differing(versioned())
    for (const problem of problems) console.error(problem)
    console.log(`Version ${read('package.json').version}, ${problems.length} files differ.`)
    process.exitCode = problems.length > 0 ? 1 : 0
  } else if (!/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version)) {
    console.error(`"${version}" isn't a version. Pass three numbers: npm run release -- 0.2.0`)
    process.exitCode = 2
  } else {
    for (const [file, value] of Object.entries(all(versioned(), version))) write(file, value)
    console.log(`All packages are at version ${version}.`)
  }
}
