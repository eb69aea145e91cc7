/** The server: tables that live for weeks, bots in any seat. */
export { serve, type Running, type ServeOptions } from './serve.js'
export { Desk, type Listed } from './desk.js'
export { type Offered, offerOf } from './offers.js'
export { InUse } from './store/index.js'
