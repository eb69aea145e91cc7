/** Runs generators in slices, so that messages are read in between. */

/** How long a slice runs, in ms. */
const SLICE_MS = 12

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0))

/** Runs a generator to its end. Returns `undefined` if it became stale. `each` gets what it yields. */
export async function inSlices<Y, T>(
  steps: Generator<Y, T, void>,
  isStale: () => boolean,
  each: (item: Y) => void = () => {},
): Promise<T | undefined> {
  let since = performance.now()
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done === true) return step.value
    each(step.value)
    if (performance.now() - since < SLICE_MS) continue
    await pause()
    if (isStale()) {
      steps.return(undefined as never)
      return undefined
    }
    since = performance.now()
  }
}
