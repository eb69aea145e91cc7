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

/** Emits the service worker with the list of files to cache. Fonts of non-Latin scripts are loaded on demand. */
const serviceWorker: Plugin = {
  name: 'service-worker',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      const needed = Object.keys(bundle).filter(
        (name) => !/\.(?:woff2?|html|md)$/.test(name) || /-latin-(?!ext)[^/]*\.woff2$/.test(name),
      )
      const files = ['./', 'theme.js', 'manifest.webmanifest', 'icon.svg', ...needed]
      const version = createHash('sha256').update(files.join()).digest('hex').slice(0, 12)
      const lines = [`const FILES = ${JSON.stringify(files)}`, `const VERSION = '${version}'`]
      const source = [...lines, readFileSync(worker, 'utf8')].join('\n')
      this.emitFile({ type: 'asset', fileName: 'service-worker.js', source })
    },
  },
}

/** Builds from the sources of the other packages, through the `source` condition of their exports. */
export default defineConfig({
  base: './', // relative, so that the page works in any folder of a site
  plugins: [react(), themeFirst, serviceWorker],
  resolve: { conditions: ['source', ...defaultClientConditions] },
  worker: { format: 'es' },
  build: {
    target: 'es2023',
    assetsInlineLimit: 0, // the Content-Security-Policy forbids data: fonts and scripts
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    license: { fileName: 'third-party-licenses.md' },
  },
})
