/** The packages as published: packed, installed in an empty folder, and used there. */
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { build } from '../scripts/build.mjs'
import { packageFolders, root, run, tool } from '../scripts/process.mjs'

interface Packed {
  readonly name: string
  readonly filename: string
  readonly files: readonly { readonly path: string }[]
}

interface Manifest {
  readonly name: string
  readonly exports?: Readonly<Record<string, string | Readonly<Record<string, string>>>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
}

const folders: readonly string[] = packageFolders()
const read = (folder: string, file: string) => readFileSync(path.join(root, folder, file), 'utf8')
const manifestOf = (folder: string) => JSON.parse(read(folder, 'package.json')) as Manifest
const shortName = (folder: string) => (folder === '.' ? 'front-page' : path.basename(folder))

/** The first block of this language in a package's README, and its expected output. */
function example(folder: string, language: string): { code: string; prints: string } | undefined {
  const text = read(folder, 'README.md')
  const found = new RegExp(
    `^\`\`\`${language}\\n(.*?)^\`\`\`\\n\\nIt prints\\n\\n\`\`\`text\\n(.*?)^\`\`\`$`,
    'ms',
  ).exec(text)
  return found === null ? undefined : { code: found[1] ?? '', prints: found[2] ?? '' }
}

const place = mkdtempSync(path.join(tmpdir(), 'ludoforge-packages-'))
const app = path.join(place, 'app')
const packed = new Map<string, Packed>()
const env = { NO_COLOR: '1', NODE_ENV: '', npm_config_loglevel: 'error' }

async function succeed(command: string, args: readonly string[], cwd = app): Promise<string> {
  const { code, output } = await run(command, [...args], { cwd, env })
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} failed: ${output}`)
  return output
}

beforeAll(async () => {
  const built = await build()
  if (built.code !== 0) throw new Error(`The build failed: ${built.output}`)
  mkdirSync(app)
  const named = folders.flatMap((folder) => ['--workspace', folder])
  const output = await succeed('npm', ['pack', '--json', '--pack-destination', place, ...named], root)
  const all = Object.values(JSON.parse(output) as Record<string, Packed>)
  for (const one of all) packed.set(one.name, one)

  const { devDependencies } = manifestOf('.')
  writeFileSync(path.join(app, 'package.json'), '{ "private": true, "type": "module" }')
  const tarballs = all.map(({ filename }) => path.join(place, filename))
  const types = `@types/node@${devDependencies?.['@types/node']}`
  await succeed('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', ...tarballs, types])
})

afterAll(() => rmSync(place, { recursive: true, force: true }))

const ofPackage = (folder: string) => {
  const found = packed.get(manifestOf(folder).name)
  if (found === undefined) throw new Error(`${folder} was not packed.`)
  return found.files.map((file) => file.path)
}

describe('a build', () => {
  it("isn't repeated if nothing changed", async () => {
    const said: string[] = []
    const { code } = await build(['command', 'page'], { log: (line: string) => said.push(line) })
    expect({ code, said }).toEqual({ code: 0, said: [] })
  })
})

describe('the packed content', () => {
  it('covers every package, with a description, and none is private', () => {
    expect([...packed.keys()].toSorted()).toEqual(folders.map((folder) => manifestOf(folder).name).toSorted())
    for (const folder of folders)
      expect(manifestOf(folder)).toMatchObject({ description: expect.any(String), license: 'Apache-2.0' })
  })

  it.each(folders)('of %s has only what belongs to it', (folder) => {
    const files = ofPackage(folder)
    expect(files).toEqual(expect.arrayContaining(['package.json', 'README.md', 'LICENSE']))
    const stray = /\.test\.|\.tsbuildinfo$|(?:^|\/)(?:test|bench|node_modules)\/|tsconfig|vite\.config/
    expect(files.filter((file) => stray.test(file))).toEqual([])
  })

  it.each(folders)('of %s has every file that it exports', (folder) => {
    const { exports = {} } = manifestOf(folder)
    const targets = Object.values(exports).flatMap((target) =>
      typeof target === 'string' ? [target] : Object.values(target),
    )
    const files = ofPackage(folder)
    expect(targets.filter((target) => !files.includes(target.replace(/^\.\//, '')))).toEqual([])
  })

  it('of built packages comes from existing sources', () => {
    for (const folder of folders) {
      const files = ofPackage(folder)
      const built = files.filter((file) => /^dist\/.*\.js$/.test(file) && files.includes('src/index.ts'))
      const orphans = built.filter((file) => !files.includes(file.replace(/^dist(.*)\.js$/, 'src$1.ts')))
      expect(orphans).toEqual([])
    }
  })

  it('of the kernel has the schema of a GameDef', () => {
    expect(ofPackage('packages/kernel')).toContain('schema/gamedef.schema.json')
  })

  it('of games is rulebooks and looks', () => {
    const files = ofPackage('games')
    const kinds = new Set(files.map((file) => path.extname(file)))
    expect([...kinds].toSorted()).toEqual(['', '.js', '.json', '.md', '.ts', '.yaml'])
    expect(files.filter((file) => file.startsWith('test/'))).toEqual([])
  })

  it("of the command is a bundle: bundled packages aren't installed with it", () => {
    expect(Object.keys(manifestOf('packages/cli').dependencies ?? {})).toEqual([
      '@ludoforge/games',
      '@ludoforge/web',
      'libsql',
    ])
    expect(manifestOf('packages/web').dependencies).toBeUndefined()
  })
})

describe('installed in an empty folder', () => {
  it('no development tool is installed', () => {
    const there = readdirSync(path.join(app, 'node_modules'))
    expect(
      there.filter((name) => ['vite', 'vitest', 'esbuild', 'react', 'tsx', 'typescript'].includes(name)),
    ).toEqual([])
  })

  const programs = ['.', ...folders.filter((folder) => folder !== 'packages/cli')]

  it('the examples of all READMEs compile, strictly', async () => {
    const options = {
      target: 'ES2023',
      module: 'NodeNext',
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      types: ['node'],
      outDir: 'out',
      rootDir: '.',
    }
    for (const folder of programs) {
      const { code } = example(folder, 'ts') ?? { code: undefined }
      if (code === undefined) throw new Error(`The README of ${folder} has no example.`)
      expect(code.split('\n').length).toBeLessThan(30)
      writeFileSync(path.join(app, `${shortName(folder)}.ts`), code)
    }
    writeFileSync(
      path.join(app, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: options, include: ['*.ts'] }),
    )
    expect(await succeed(tool('tsc'), ['-p', app])).toBe('')
  })

  it.each(programs)('the example of %s prints what its README shows', async (folder) => {
    const output = await succeed(process.execPath, [path.join('out', `${shortName(folder)}.js`)])
    expect(output).toBe(example(folder, 'ts')?.prints)
  })

  it("the commands in the command's README print what it shows", async () => {
    const { code = '', prints } = example('packages/cli', 'sh') ?? {}
    expect(code.trim().split('\n').length).toBeGreaterThan(3)
    expect(await succeed('sh', ['-e', '-c', code])).toBe(prints)
  })

  it('a game is played from a pipe', async () => {
    const answers = ['1', '2', '3', '4', '5', '6', '7', '8', '9'].join('\\n')
    const command = `printf '${answers}\\n' | npx ludoforge play tic-tac-toe --seed 7`
    const output = await succeed('sh', ['-c', command])
    expect(output).toContain('Mark an empty cell')
  })

  it('a server answers with the page', async () => {
    const bin = path.join('node_modules', '.bin', 'ludoforge')
    const child = spawn(bin, ['serve', 'tic-tac-toe', '--port', '0', '--data', path.join(place, 'tables')], {
      cwd: app,
      env: { ...process.env, ...env },
    })
    try {
      const address = await new Promise<string>((resolve, reject) => {
        let said = ''
        const hear = (chunk: Buffer): void => {
          said += String(chunk)
          const [, url] = /running at (http:\S+)/.exec(said) ?? []
          if (url !== undefined) resolve(url)
        }
        child.stdout.on('data', hear)
        child.stderr.on('data', hear)
        child.on('exit', (code) => reject(new Error(`It ended with ${code}: ${said}`)))
      })
      const page = await (await fetch(address)).text()
      expect(page).toContain('<title>LudoForge</title>')
      const [, script = ''] = /<script type="module"[^>]* src="\.\/(assets\/[^"]+)"/.exec(page) ?? []
      expect((await fetch(new URL(script, `${address}/`))).headers.get('content-type')).toContain(
        'javascript',
      )
    } finally {
      child.kill()
    }
  })
})
