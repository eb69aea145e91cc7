import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig, type Plugin } from 'vite'

/** Loads public/theme.js before the first paint. It isn't a module and isn't bundled. */
const themeFirst: Plugin = {
  name: 'theme-first',
  transformIndexHtml: {
    order: 'post',
    handler: () => [{ tag: 'script', attrs: { src: './theme.js' }, injectTo: 'head-prepend' }],
  },
}

const worker = path.join(import.meta.dirname, 'src/service-worker.js')

/**
 * Emits the service worker with two lists of files to cache: those of every visitor, and those of the designer's desk,
 * which it stores when somebody opens a desk. Fonts of non-Latin scripts are loaded on demand.
 */
const serviceWorker: Plugin = {
  name: 'service-worker',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      const needed = Object.keys(bundle).filter(
        (name) => !/\.(?:woff2?|html|md)$/.test(name) || /-latin-(?!ext)[^/]*\.woff2$/.test(name),
      )
      const ofDesk = filesOfDesk(bundle)
      const files = [
        './',
        'theme.js',
        'manifest.webmanifest',
        'icon.svg',
        ...needed.filter((name) => !ofDesk.has(name)),
      ]
      const desk = needed.filter((name) => ofDesk.has(name))
      const version = createHash('sha256')
        .update([...files, ...desk].join())
        .digest('hex')
        .slice(0, 12)
      const lines = [
        `const FILES = ${JSON.stringify(files)}`,
        `const DESK_FILES = ${JSON.stringify(desk)}`,
        `const VERSION = '${version}'`,
      ]
      const source = [...lines, readFileSync(worker, 'utf8')].join('\n')
      this.emitFile({ type: 'asset', fileName: 'service-worker.js', source })
    },
  },
}

type Bundle = Parameters<Extract<Plugin['generateBundle'], { handler: unknown }>['handler']>[1]

/** Returns the scripts and styles that only the desk loads: its workers, and what the page reaches by importing the desk. */
function filesOfDesk(bundle: Bundle): ReadonlySet<string> {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const reached = new Set(chunks.filter(({ isEntry }) => isEntry))
  for (const { imports, dynamicImports } of reached) // also visits what is added meanwhile
    for (const name of [...imports, ...dynamicImports.filter((one) => !isDesk(byName.get(one)))]) {
      const chunk = byName.get(name)
      if (chunk !== undefined) reached.add(chunk)
    }
  const stylesOf = (some: Iterable<(typeof chunks)[number]>): string[] =>
    [...some].flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])])
  const styles = new Set(stylesOf(reached))
  const others = chunks.filter((chunk) => !reached.has(chunk))
  return new Set([
    ...others.map(({ fileName }) => fileName),
    ...stylesOf(others).filter((name) => !styles.has(name)),
    ...Object.keys(bundle).filter((name) => /(?:^|\/)desk-[\w-]*worker-[\w-]+\.js$/.test(name)),
  ])
}

const isDesk = (chunk: { readonly facadeModuleId: string | null } | undefined): boolean =>
  chunk?.facadeModuleId?.includes('/web/src/desk/') ?? false

/**
 * Leaves the writer of JSON Schemas out of zod, about 4 KB compressed. Every schema refers to it, so no bundler can drop it.
 * The page only parses with its schemas; the server writes the description of its interface.
 */
const withoutJsonSchema: Plugin = {
  name: 'without-json-schema',
  apply: 'build',
  transform: {
    filter: { id: /\/zod\/v4\/core\/(?:to-json-schema|json-schema-processors)\.js$/ },
    handler(code) {
      const names = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name = '']) => name)
      if (names.length === 0)
        this.error('zod exports no writer of JSON Schemas from here: change this plugin.')
      const leftOut = `function leftOut() { throw new Error('The page has no writer of JSON Schemas.') }`
      // zod calls `create…` for each schema, and what it returns only to write one.
      const lines = names.map(
        (name) =>
          `export function ${name}() { return ${name.startsWith('create') ? 'leftOut' : 'leftOut()'} }`,
      )
      const renamed = code.includes('export { processSchema as process }')
        ? ['export { processSchema as process }']
        : []
      return { code: [leftOut, ...lines, ...renamed].join('\n'), map: null }
    },
  },
}

/** Builds from the sources of the other packages, through the `source` condition of their exports. */
export default defineConfig({
  base: './', // relative, so that the page works in any folder of a site
  plugins: [react(), withoutJsonSchema, themeFirst, serviceWorker],
  resolve: { conditions: ['source', ...defaultClientConditions] },
  worker: { format: 'es', rolldownOptions: { checks: { bundlerTimings: false } } },
  build: {
    target: 'es2023',
    assetsInlineLimit: 0, // the Content-Security-Policy forbids data: fonts and scripts
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 2000, // KB: workers hold the compiler; test/browser/shell.test.ts measures the first load
    rolldownOptions: { checks: { bundlerTimings: false } },
    license: { fileName: 'third-party-licenses.md' },
  },
})
