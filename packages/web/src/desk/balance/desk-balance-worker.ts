/** The worker of the Balance page: compiles versions, has other workers play, and posts the results. */
import { BalanceJobs, type PlayerWorker, type ToBalance } from '@ludoforge/desk/balance'

function makeWorker(): PlayerWorker {
  const worker = new Worker(new URL('./desk-batch-worker.ts', import.meta.url), { type: 'module' })
  return {
    post: (message) => worker.postMessage(message),
    listen: (answered) => {
      worker.onmessage = ({ data }) => answered(data)
      worker.onerror = ({ message }) => answered({ problem: `The worker failed: ${message}` })
    },
    terminate: () => worker.terminate(),
  }
}

const jobs = new BalanceJobs(makeWorker, Math.max(1, navigator.hardwareConcurrency - 1), (message) =>
  postMessage(message),
)

addEventListener('message', ({ data }: MessageEvent<ToBalance>) => void jobs.handle(data))
