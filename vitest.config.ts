import { tmpdir } from 'node:os'
import path from 'node:path'
import { defaultServerConditions } from 'vite'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './test/support/run/longest-first.js'
import { thoroughFiles } from './test/support/run/thorough-files.js'

// Tests run on the sources: the `source` condition of every package's exports leads to src/index.ts.
const conditions = ['source', ...defaultServerConditions]

/** Threads run the built bundles, which start faster; see there. */
const alias = [
  { find: /^\.\/start-worker\.js$/, replacement: path.resolve('test/support/run/start-worker.ts') },
]

/** Limits are guards against hanging, never measures: a loaded machine is no failure. */
const HANGING_MS = 10 * 60_000

/** How long a test waits for something that should appear at once. A failing test costs this much, so it is shorter. */
const MISSING_MS = 2 * 60_000

/**
 * `vitest run` leaves out *.slow.test.ts and *.redis.test.ts; `--mode slow` and `--mode redis` run nothing else. The slow
 * ones include files of which `vitest run` does a part.
 */
const APART = ['slow', 'redis']

/** `--sequence.shuffle.files` shows that the order of files doesn't matter. Vitest shuffles only without a sequencer. */
const isShuffled = process.argv.some((word) => word.startsWith('--sequence.shuffle'))

export default defineConfig(({ mode }) => {
  const apart = APART.includes(mode)
  const files = apart ? `*.${mode}.test.ts` : '*.test.ts'
  const timeout = apart ? 3 * HANGING_MS : HANGING_MS
  return {
    resolve: { conditions, alias },
    ssr: { resolve: { conditions } },
    test: {
      include: [
        `packages/*/test/**/${files}`,
        `games/test/**/${files}`,
        `test/**/${files}`,
        ...(mode === 'slow' ? thoroughFiles() : []),
      ],
      exclude: ['**/node_modules/**', ...(apart ? [] : APART.map((name) => `**/*.${name}.test.ts`))],
      // No test touches what the user of this machine has saved.
      env: {
        LUDOFORGE_DATA: path.join(tmpdir(), `ludoforge-test-data-${process.pid}`),
        ...(mode === 'slow' ? { LUDOFORGE_THOROUGH: '1' } : {}),
      },
      globalSetup: 'test/support/run/setup.ts',
      setupFiles: 'test/support/run/each-file.ts',
      pool: 'forks',
      // Files share a worker: modules are loaded and games are compiled once. So a file leaves the process as it was
      // (environment, folder, registered agents), which each-file.ts checks, and support modules call no hooks at top
      // level: these would belong to the first file that imports them.
      isolate: false,
      maxWorkers: 2,
      sequence: isShuffled ? {} : { sequencer: LongestFirst },
      testTimeout: timeout,
      hookTimeout: timeout,
      expect: { poll: { timeout: apart ? timeout : MISSING_MS } },
      allowOnly: false,
    },
  }
})
