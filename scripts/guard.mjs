// Checks that no other tool makes: no words of games in the code, no paths of one machine, no large files, no skipped
// tests, one version for all packages.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { lacking } from './lock.mjs'
import { root, run } from './process.mjs'
import { differing, versioned } from './release.mjs'

const maxLines = 500

const inSources = (file) => /^packages\/[^/]+\/src\//.test(file)
const inTested = (file) => /^(?:packages|games|test)\//.test(file)
const isTest = (file) => /\.test\.tsx?$/.test(file)

/** Matches the host of the registry npm uses now, in addition to hosts that look like a registry. */
function registryHost() {
  const url = process.env.npm_config_registry
  const host = url !== undefined && URL.canParse(url) ? new URL(url).host : ''
  return host === '' ? /(?!)/ : new RegExp(host.replaceAll('.', '\\.'), 'i')
}

/** Rules for lines: the files they apply to, the pattern, and the advice. */
const lineRules = [
  {
    applies: inSources,
    pattern: /guerrilla|arvn|saigon|insurgent|viet|poker|hold.?em|ranger\b/i,
    advice: 'is a word of one game. Code must not know games: move it to the folder of that game.',
  },
  {
    applies: () => true,
    pattern: /(?<![\w.*)-])\/(?:work|root|tmp|home\/[\w-]+)(?:\/|(?=["'`\s]|$))/,
    advice: 'is a path on one machine. Use a path relative to the repository, or os.tmpdir().',
  },
  {
    applies: () => true,
    pattern: /\bregistry\.[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}\b|\bnpm\.pkg\.github\.com\b/i,
    advice: 'is the host of a package registry. Leave it to the configuration of each machine.',
  },
  {
    applies: () => true,
    pattern: registryHost(),
    advice: 'is the host of a package registry. Leave it to the configuration of each machine.',
  },
  {
    applies: (file) => path.basename(file) === 'package-lock.json',
    pattern: /"resolved":\s*"\w+:\/\/[^"]*"/,
    advice: 'names a registry. Run npm install with the .npmrc of this repository, which leaves it out.',
  },
  {
    applies: inTested,
    pattern: /\b(?:TODO|FIXME)\b/,
    advice: 'marks unfinished work. Finish it, or document what is missing.',
  },
  {
    applies: (file) => inTested(file) && isTest(file),
    pattern: /\.(?:skip|only|todo)\b\s*[.(]/,
    advice: 'skips tests. Fix the test or delete it.',
  },
  {
    applies: (file) => inTested(file) && !isTest(file),
    pattern: /\b(?:it|test|describe|suite|bench)(?:\.\w+)*\.(?:skip|only|todo)\b/,
    advice: 'skips tests. Fix the test or delete it.',
  },
]

/** The problems of one file, as messages. */
export function inspect(file, text) {
  const problems = []
  const rules = lineRules.filter((rule) => rule.applies(file))
  const lines = text.split('\n')
  for (const [index, line] of lines.entries()) {
    for (const { pattern, advice } of rules) {
      const found = pattern.exec(line)
      if (found !== null) problems.push(`${file}:${index + 1}: "${found[0].trim()}" ${advice}`)
    }
  }
  const count = text.endsWith('\n') ? lines.length - 1 : lines.length
  if (inSources(file) && /\.tsx?$/.test(file) && count > maxLines) {
    problems.push(
      `${file}:${maxLines + 1}: The file has ${count} lines, more than ${maxLines}. Split it by subject.`,
    )
  }
  return problems
}

/** All files that git tracks or would add. */
async function files() {
  const listed = await run('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'])
  if (listed.code !== 0) throw new Error(`The guard can't list the files with git. ${listed.output}`)
  return [...new Set(listed.output.split('\0'))].filter((file) => file !== '')
}

/** The text of a file. Empty for a binary, or for a deleted file that is still in git's index. */
function read(file) {
  try {
    const text = readFileSync(path.join(root, file), 'utf8')
    return text.includes('\0') ? '' : text
  } catch (error) {
    if (error.code === 'ENOENT' || error.code === 'EISDIR') return ''
    throw error
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const all = await files()
  const versions = versioned()
  const problems = [
    ...all.flatMap((file) => inspect(file, read(file))),
    ...differing(versions),
    ...lacking(versions['package-lock.json']),
  ]
  for (const problem of problems) console.error(problem)
  console.log(`${all.length} files, ${problems.length} problems`)
  process.exitCode = problems.length > 0 ? 1 : 0
}
