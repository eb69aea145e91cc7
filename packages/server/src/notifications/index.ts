/** Notifications outside the table: signed, retried webhooks, and mail. */
export { Addresses } from './addresses.js'
export { smtpMail } from './mail.js'
export { DeliveryWorker } from './delivery.js'
