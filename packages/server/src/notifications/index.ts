/** Telling people outside the table: webhooks, signed and tried again, and mail. */
export { Addresses } from './addresses.js'
export { smtpMail } from './mail.js'
export { DeliveryWorker } from './delivery.js'
