import {
  isAsk,
  isFailure,
  isTell,
  LineError,
  LineReader,
  encodeLine,
  parseLine,
} from '@ludoforge/agents/lines'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

const bytes = (text: string) => new TextEncoder().encode(text)

/** Returns the error of a line as `code: message`. */
function faultOf(text: string): string {
  try {
    parseLine(text)
  } catch (error) {
    if (error instanceof LineError) return `${error.code}: ${error.message}`
  }
  return 'nothing'
}

describe('lines', () => {
  test('do not depend on how the bytes are chunked', () => {
    const texts = fc.array(
      fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => !/[\r\n]/.test(text)),
    )
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 7 }), (lines, size) => {
        const all = bytes(lines.map((line) => `${line}\n`).join(''))
        const reader = new LineReader()
        const read: (string | LineError)[] = []
        for (let at = 0; at < all.length; at += size) read.push(...reader.push(all.subarray(at, at + size)))
        expect([...read, ...reader.end()]).toEqual(lines)
      }),
    )
  })

  test('may end with a carriage return, be empty, or lack a final newline', () => {
    const reader = new LineReader()
    expect(reader.push(bytes('{"id":1}\r\n\n\r\n{"id"'))).toEqual(['{"id":1}'])
    expect(reader.push(bytes(':2}'))).toEqual([])
    expect(reader.end()).toEqual(['{"id":2}'])
  })

  test('that are too long are reported once, and reading continues', () => {
    const reader = new LineReader(20)
    const lines = [
      ...reader.push(bytes(`ok\n${'x'.repeat(30)}`)),
      ...reader.push(bytes(`${'y'.repeat(30)}\nok again\n`)),
    ]
    expect(lines.map(String)).toEqual([
      'ok',
      `LineError: A line is longer than 20 bytes. It begins: ${'x'.repeat(30)} …`,
      'ok again',
    ])
  })

  test('that are not valid UTF-8 are reported, and reading continues', () => {
    const lines = new LineReader().push(new Uint8Array([0x22, 0xff, 0x22, 10, 0x31, 10]))
    expect(lines.map(String)).toEqual(['LineError: Invalid UTF-8: "\ufffd"', '1'])
  })
})

describe('a message', () => {
  test('is a request, a notification, a response or an error', () => {
    const kinds = [
      { id: 7, ask: 'decide', game: 1 },
      { tell: 'quit' },
      { id: 7, choice: 'march' },
      { id: null, error: { code: 'no-json', message: 'What?' } },
    ]
    for (const message of kinds) expect(parseLine(encodeLine(message).trimEnd())).toEqual(message)
    const read = kinds.map((message) => parseLine(JSON.stringify(message))).flat()
    expect(
      read.map((message) => [isAsk(message), isTell(message), isFailure(message)].indexOf(true)),
    ).toEqual([0, 1, -1, 2])
  })

  test('is alone in a line or in a batch', () => {
    expect(parseLine('[{"id":1,"ask":"start"},{"tell":"quit"}]')).toEqual([
      { id: 1, ask: 'start' },
      { tell: 'quit' },
    ])
    expect(encodeLine([{ id: 1 }, { id: 2 }])).toBe('[{"id":1},{"id":2}]\n')
  })

  test.each([
    ['hello', 'no-json: Invalid JSON: hello'],
    ['7', 'no-message: A message must be a JSON object: 7'],
    ['[7]', 'no-message: A message must be a JSON object: [7]'],
    ['{}', 'no-message: A request or response needs an "id", a whole number from 0: {}'],
    ['{"id":-1}', 'no-message: A request or response needs an "id", a whole number from 0: {"id":-1}'],
    ['{"id":"1"}', 'no-message: A request or response needs an "id", a whole number from 0: {"id":"1"}'],
    ['{"id":1,"ask":2}', 'no-message: "ask" must be a string, the name of a request: {"id":1,"ask":2}'],
    ['{"tell":2}', 'no-message: "tell" must be a string, the name of a notification: {"tell":2}'],
    ['{"tell":"a","ask":"b"}', 'no-message: A message has "ask" or "tell", not both: {"tell":"a","ask":"b"}'],
    ['{"id":1,"error":"no"}', 'no-message: An error needs a "code" and a "message": {"id":1,"error":"no"}'],
    [
      '{"error":{"code":"x","message":"y"}}',
      'no-message: An error needs the "id" of its request, or null: {"error":{"code":"x","message":"y"}}',
    ],
  ])('is not %s', (line, fault) => {
    expect(faultOf(line)).toBe(fault)
  })

  test('that is invalid but has an id keeps it in the error, so that it can be answered', () => {
    expect(() => parseLine('{"id":3,"ask":false}')).toThrow(expect.objectContaining({ id: 3 }))
  })
})
