import { expect, test } from 'vitest'
import { startWorker } from '@ludoforge/agents/node'
import { startWorker as fromBundle } from './support/run/start-worker.js'

test('threads of a test run start from the built bundles', () => {
  expect(startWorker).toBe(fromBundle)
})
