/** A worker that plays batches of games for the Balance page. */
import { batchAnswerer } from '@ludoforge/desk/balance'

const handle = batchAnswerer((answer) => postMessage(answer))
addEventListener('message', ({ data }) => handle(data))
