/** Parses addresses for notifications: a web address, or `mailto:` with exactly one mailbox. */
import { Refusal } from '@ludoforge/table'

/** An address for notifications. `url` is its normal form. */
export type NoticeAddress =
  | { readonly kind: 'web'; readonly url: string }
  | { readonly kind: 'mail'; readonly url: string; readonly mailbox: string }

const MAX_MAILBOX = 254 // RFC 5321, 4.5.3.1.3: a path has 256 characters, with its brackets
const MAX_LOCAL = 64
const MAX_LABEL = 63

/** Dot-atom of RFC 5321, 4.1.2: no quoted strings, which few mailboxes have and few programs read alike. */
const LOCAL = /^[a-z0-9!#$&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$&'*+/=?^_`{|}~-]+)*$/i
const LABEL = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i

/**
 * Returns the mailbox if the text is exactly one: `local@domain` in ASCII, with a domain of at least two labels. Returns
 * `undefined` for lists, display names, comments, quoted local parts, addresses in brackets and percent signs.
 */
export function parseMailbox(text: string): string | undefined {
  if (text.length > MAX_MAILBOX) return undefined
  const [local = '', domain = '', ...more] = text.split('@')
  if (more.length > 0 || local.length > MAX_LOCAL || !LOCAL.test(local)) return undefined
  const labels = domain.split('.')
  if (labels.length < 2 || labels.some((label) => label.length > MAX_LABEL || !LABEL.test(label)))
    return undefined
  if (labels.every((label) => /^\d+$/.test(label))) return undefined // an IP address
  return `${local}@${domain.toLowerCase()}`
}

/** Parses an address that a client sent, or throws a `Refusal`. */
export function parseNoticeAddress(text: string): NoticeAddress {
  if (/^mailto:/i.test(text)) {
    const mailbox = parseMailbox(text.slice('mailto:'.length))
    if (mailbox === undefined)
      throw new Refusal(
        'bad-address',
        'mailto: takes exactly one mailbox, without headers, lists or percent signs, such as mailto:ann@example.org.',
      )
    return { kind: 'mail', url: `mailto:${mailbox}`, mailbox }
  }
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:') || url.hostname === '')
    throw new Refusal(
      'bad-address',
      'Notifications go to an http:// or https:// address, or to a mailbox, such as mailto:ann@example.org.',
    )
  return { kind: 'web', url: text }
}
