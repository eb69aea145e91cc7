import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig, type Plugin } from 'vite'

/** public/theme.js runs before anything is painted, so it is no module, and stays as it is. */
const themeFirst: Plugin = {
  name: 'theme-first',
  transformIndexHtml: {
    order: 'post',
    handler: () => [{ tag: 'script', attrs: { src: './theme.js' }, injectTo: 'head-prepend' }],
  },
}

/** The page runs on the sources of the other packages: the `source` condition of their exports leads there. */
export default defineConfig({
  base: './', // it works in any folder of a site
  plugins: [react(), themeFirst],
  resolve: { conditions: ['source', ...defaultClientConditions] },
  worker: { format: 'es' },
  build: {
    target: 'es2023',
    assetsInlineLimit: 0, // the policy of the page allows no data: fonts and scripts
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
})
