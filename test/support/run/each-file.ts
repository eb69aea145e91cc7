/**
 * Runs before each test file. Files share their worker, with everything that is one for the process: a file that leaves
 * it changed fails here, and not another one later.
 */
import { externalAgentNames } from '@ludoforge/agents'
import fc from 'fast-check'
import { afterAll, expect, vi } from 'vitest'
import { effort } from '../effort.js'

// A run is the same every time, also for properties that don't name a seed.
fc.configureGlobal({ seed: effort(1, 1).seed })

const shared = () => ({ folder: process.cwd(), env: { ...process.env }, agents: externalAgentNames() })

const before = shared()

afterAll(() => {
  vi.restoreAllMocks()
  expect(shared(), 'a test file leaves its process as it was').toEqual(before)
})
