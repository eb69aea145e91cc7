import { tmpdir } from 'node:os'
import path from 'node:path'
import { defaultServerConditions } from 'vite'
import { defineConfig } from 'vitest/config'

// Tests run on the sources: the `source` condition of every package's exports leads to src/index.ts.
const conditions = ['source', ...defaultServerConditions]

/** Limits are guards against hanging, never measures: a loaded machine is no failure. */
const HANGING_MS = 10 * 60_000

/** `vitest run` leaves out *.slow.test.ts and *.redis.test.ts; `--mode slow` and `--mode redis` run nothing else. */
const APART = ['slow', 'redis']

export default defineConfig(({ mode }) => {
  const apart = APART.includes(mode)
  const files = apart ? `*.${mode}.test.ts` : '*.test.ts'
  const timeout = apart ? 3 * HANGING_MS : HANGING_MS
  return {
    resolve: { conditions },
    ssr: { resolve: { conditions } },
    test: {
      include: [`packages/*/test/**/${files}`, `games/test/**/${files}`, `test/**/${files}`],
      exclude: ['**/node_modules/**', ...(apart ? [] : APART.map((name) => `**/*.${name}.test.ts`))],
      // No test touches what the user of this machine has saved.
      env: { LUDOFORGE_DATA: path.join(tmpdir(), `ludoforge-test-data-${process.pid}`) },
      pool: 'forks',
      maxWorkers: 2,
      testTimeout: timeout,
      hookTimeout: timeout,
      expect: { poll: { timeout } },
      allowOnly: false,
    },
  }
})
