import { type StartOptions, withoutUndefined } from '@ludoforge/kernel'
import type { Given } from './parse.js'

/** The options of the game in which an example or a lesson starts. */
export function startOf({ empty, scenario, seed, options }: Readonly<Given>): StartOptions {
  return {
    empty,
    options: Object.fromEntries(
      options.map((o) => [o.name, o.value === 'true' ? true : o.value === 'false' ? false : o.value]),
    ),
    seed: seed ?? 1,
    ...withoutUndefined({ scenario }),
  }
}
