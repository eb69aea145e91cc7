import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig } from 'vite'

/** The page runs on the sources of the other packages: the `source` condition of their exports leads there. */
export default defineConfig({
  base: './', // it works in any folder of a site
  plugins: [react()],
  resolve: { conditions: ['source', ...defaultClientConditions] },
  worker: { format: 'es' },
  build: {
    target: 'es2023',
    assetsInlineLimit: 0, // the policy of the page allows no data: fonts and scripts
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
})
