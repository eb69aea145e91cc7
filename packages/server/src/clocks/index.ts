/** Clocks of tables: deadlines, reminders and time-outs. */
export { ClockWorker } from './clock-worker.js'
