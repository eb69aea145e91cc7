/** Notifications "your turn": browser messages, mail and webhooks, for one table or for an account. */
import { Refusal, type Webhook } from '@ludoforge/table'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { call } from './site.js'

/** What notifications are about: one table, with the key of its seat, or all tables of the account. */
export type Subject = { readonly table: string; readonly key: string | undefined } | 'account'

/** An address that this browser has added, with the secret that removes it. */
interface KnownAddress {
  readonly id: string
  readonly secret: string | undefined // of a mailbox: in its mail
  readonly kind: 'push' | 'mail' | 'webhook'
  readonly label: string
  readonly confirmed: boolean
}

interface Known {
  /** By table, or under `account`. */
  readonly addresses: Readonly<Record<string, readonly KnownAddress[]>>
}

/** The server tells nobody an address again, so this browser remembers those it has added. */
const useAddresses = create<Known>()(
  persist((): Known => ({ addresses: {} }), { name: 'ludoforge/notifications' }),
)

const NONE: readonly KnownAddress[] = []

const nameOf = (subject: Subject): string => (subject === 'account' ? 'account' : subject.table)

export function useKnownAddresses(subject: Subject): readonly KnownAddress[] {
  return useAddresses(({ addresses }) => addresses[nameOf(subject)] ?? NONE)
}

function update(subject: Subject, change: (known: readonly KnownAddress[]) => readonly KnownAddress[]): void {
  const name = nameOf(subject)
  useAddresses.setState(({ addresses }) => ({
    addresses: { ...addresses, [name]: change(addresses[name] ?? NONE) },
  }))
}

function remember(
  subject: Subject,
  { id, secret, confirmed }: Webhook,
  kind: KnownAddress['kind'],
  label: string,
): void {
  update(subject, (known) => [
    ...known.filter((other) => kind !== 'push' || other.kind !== 'push'),
    { id, secret, confirmed, kind, label },
  ])
}

/** Whether this browser can show messages. It needs HTTPS or localhost. */
export function canPush(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
}

/** Asks the player for permission, subscribes this browser, and tells the server. */
export async function turnOnPush(subject: Subject): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted')
    throw new Refusal(
      'not-allowed',
      'This browser blocks notifications. Allow them in its settings for this page.',
    )
  const { pushKey } = await call('channels')
  const { pushManager } = await navigator.serviceWorker.ready
  const old = await pushManager.getSubscription()
  const subscription =
    old ?? (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: pushKey }))
  const { endpoint, keys } = subscription.toJSON()
  const body = { endpoint, keys: { p256dh: keys?.['p256dh'], auth: keys?.['auth'] } }
  const hook =
    subject === 'account'
      ? await call('addMyPush', { body })
      : await call('addPush', { path: { id: subject.table }, key: subject.key, body })
  remember(subject, hook, 'push', 'This browser')
}

/** Adds a mailbox or a webhook. A mailbox gets a code that confirms it. */
export async function addAddress(subject: Subject, text: string): Promise<void> {
  const isMail = !/^https?:/i.test(text)
  const url = isMail ? `mailto:${text}` : text
  const hook =
    subject === 'account'
      ? await call('addMyHook', { body: { url } })
      : await call('addHook', { path: { id: subject.table }, key: subject.key, body: { url, about: 'me' } })
  remember(subject, hook, isMail ? 'mail' : 'webhook', text)
}

/** Confirms a mailbox with the code from its mail: the id of the address, and its secret. */
export async function confirmAddress(subject: Subject, code: string): Promise<void> {
  const [id = '', secret = ''] = code.trim().split(/\s+/)
  await call('confirmHook', { path: { hook: id }, key: secret })
  update(subject, (known) => known.map((one) => (one.id === id ? { ...one, secret, confirmed: true } : one)))
}

/** Removes an address. One that was never confirmed gets nothing and is only forgotten. */
export async function removeAddress(subject: Subject, { id, secret }: KnownAddress): Promise<void> {
  try {
    if (secret !== undefined) await call('removeHook', { path: { hook: id }, key: secret })
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'not-allowed') throw error // it is gone already
  }
  update(subject, (known) => known.filter((one) => one.id !== id))
}
