import { defaultServerConditions } from 'vite'
import { defineConfig } from 'vitest/config'

// Tests run on the sources: the `source` condition of every package's exports leads to src/index.ts.
const conditions = ['source', ...defaultServerConditions]

const minute = 60_000

/** `vitest run` leaves out *.slow.test.ts; `vitest run --mode slow` runs nothing else. */
export default defineConfig(({ mode }) => {
  const slow = mode === 'slow'
  const files = slow ? '*.slow.test.ts' : '*.test.ts'
  const timeout = slow ? 30 * minute : minute
  return {
    resolve: { conditions },
    ssr: { resolve: { conditions } },
    test: {
      include: [`packages/*/test/**/${files}`, `test/**/${files}`],
      exclude: ['**/node_modules/**', ...(slow ? [] : ['**/*.slow.test.ts'])],
      pool: 'forks',
      maxWorkers: 2,
      testTimeout: timeout,
      hookTimeout: timeout,
      allowOnly: false,
    },
  }
})
