import { describe, expect, it } from 'vitest'
import { parseMailbox, parseNoticeAddress } from '../src/notifications/mailbox.js'

describe('a mailbox', () => {
  it.each([
    ['ann@example.org', 'ann@example.org'],
    ['Ann.B+games@Example.ORG', 'Ann.B+games@example.org'],
    ["o'hara_1@mail.example.co", "o'hara_1@mail.example.co"],
    [`${'a'.repeat(64)}@example.org`, `${'a'.repeat(64)}@example.org`],
    ['ann@xn--bcher-kva.example', 'ann@xn--bcher-kva.example'],
  ])('%s is one', (text, mailbox) => {
    expect(parseMailbox(text)).toBe(mailbox)
  })

  it.each([
    '',
    'ann',
    '@example.org',
    'ann@',
    'ann@localhost',
    'ann@127.0.0.1',
    'ann@[127.0.0.1]',
    'ann@example..org',
    'ann@-example.org',
    'ann@example-.org',
    'ann@example.org.',
    '.ann@example.org',
    'ann.@example.org',
    'a..b@example.org',
    'me@evil.example,victim@example.org',
    'me@evil.example;victim@example.org',
    'me@evil.example victim@example.org',
    'Ann <ann@example.org>',
    '<ann@example.org>',
    '"ann"@example.org',
    'ann(comment)@example.org',
    'group:ann@example.org;',
    'ann@example.org?bcc=victim@example.org',
    'ann@example.org%0d%0aBcc:victim@example.org',
    'ann%2cvictim@example.org',
    'ann@example.org\r\nBcc: victim@example.org',
    'ann@example.org\n',
    'ann\u0000@example.org',
    'änn@example.org',
    'ann@exämple.org',
    `${'a'.repeat(65)}@example.org`,
    `ann@${'a'.repeat(64)}.org`,
    `ann@${'abcdefgh.'.repeat(30)}org`,
  ])('%j is none', (text) => {
    expect(parseMailbox(text)).toBeUndefined()
    expect(() => parseNoticeAddress(`mailto:${text}`)).toThrow(/exactly one mailbox/)
  })

  it.each(['file:///etc/passwd', 'javascript:1', 'hello', 'ftp://example.org', 'http://', ''])(
    '%j is no address',
    (text) => {
      expect(() => parseNoticeAddress(text)).toThrow(/http:\/\/ or https:\/\//)
    },
  )

  it('has a normal form, in whatever case it is written', () => {
    expect(parseNoticeAddress('MAILTO:ann@EXAMPLE.org')).toEqual({
      kind: 'mail',
      url: 'mailto:ann@example.org',
      mailbox: 'ann@example.org',
    })
    expect(parseNoticeAddress('https://example.org/x')).toEqual({ kind: 'web', url: 'https://example.org/x' })
  })
})
