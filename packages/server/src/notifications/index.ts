/** Notifications outside the table: signed, retried webhooks, and mail. */
export { DigestWorker } from './digest.js'
export { Push } from './push.js'
export { vapidKeys } from './vapid.js'
export { Addresses } from './addresses.js'
export { smtpMail } from './mail.js'
export { MailLimits } from './mail-limits.js'
export { DeliveryWorker } from './delivery.js'
