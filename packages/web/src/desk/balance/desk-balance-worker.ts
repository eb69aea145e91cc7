/** The worker of the Balance page: compiles versions, has other workers play, and posts the results. */
import { BalanceJobs, type PlayerWorker, type ToBalance } from '@ludoforge/desk/balance'

function makeWorker(): PlayerWorker {
  const worker = new Worker(new URL('./desk-batch-worker.ts', import.meta.url), { type: 'module' })
  let receive: Parameters<PlayerWorker['listen']>[0] = () => {}
  worker.addEventListener('message', ({ data }) => receive(data))
  worker.addEventListener('error', ({ message }) => receive({ problem: `The worker failed: ${message}` }))
  return {
    post: (message) => worker.postMessage(message),
    listen: (answered) => {
      receive = answered
    },
    terminate: () => worker.terminate(),
  }
}

const jobs = new BalanceJobs(makeWorker, Math.max(1, navigator.hardwareConcurrency - 1), (message) =>
  postMessage(message),
)

addEventListener('message', ({ data }: MessageEvent<ToBalance>) => void jobs.handle(data))
