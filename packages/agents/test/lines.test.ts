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

/** What is wrong with a line, as `code: message`. */
function faultOf(text: string): string {
  try {
    parseLine(text)
  } catch (error) {
    if (error instanceof LineError) return `${error.code}: ${error.message}`
  }
  return 'nothing'
}

describe('lines', () => {
  test('are the same however the bytes come in', () => {
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

  test('may end with a carriage return, be empty, or lack an end at the end', () => {
    const reader = new LineReader()
    expect(reader.push(bytes('{"id":1}\r\n\n\r\n{"id"'))).toEqual(['{"id":1}'])
    expect(reader.push(bytes(':2}'))).toEqual([])
    expect(reader.end()).toEqual(['{"id":2}'])
  })

  test('that are too long are told once, and what follows is read', () => {
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

  test('that are not in UTF-8 are told, and what follows is read', () => {
    const lines = new LineReader().push(new Uint8Array([0x22, 0xff, 0x22, 10, 0x31, 10]))
    expect(lines.map(String)).toEqual(['LineError: A line is not in UTF-8: "\ufffd"', '1'])
  })
})

describe('a message', () => {
  test('asks, tells, answers or fails', () => {
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

  test('comes alone or with others in one line', () => {
    expect(parseLine('[{"id":1,"ask":"start"},{"tell":"quit"}]')).toEqual([
      { id: 1, ask: 'start' },
      { tell: 'quit' },
    ])
    expect(encodeLine([{ id: 1 }, { id: 2 }])).toBe('[{"id":1},{"id":2}]\n')
  })

  test.each([
    ['hello', 'no-json: This line is no JSON: hello'],
    ['7', 'no-message: A message is a JSON object, not this: 7'],
    ['[7]', 'no-message: A message is a JSON object, not this: [7]'],
    ['{}', 'no-message: A message that asks or answers has an "id", a whole number from 0: {}'],
    ['{"id":-1}', 'no-message: A message that asks or answers has an "id", a whole number from 0: {"id":-1}'],
    [
      '{"id":"1"}',
      'no-message: A message that asks or answers has an "id", a whole number from 0: {"id":"1"}',
    ],
    ['{"id":1,"ask":2}', 'no-message: "ask" is the name of what is asked, a text: {"id":1,"ask":2}'],
    ['{"tell":2}', 'no-message: "tell" is the name of what is told, a text: {"tell":2}'],
    ['{"tell":"a","ask":"b"}', 'no-message: A message asks or tells, not both: {"tell":"a","ask":"b"}'],
    ['{"id":1,"error":"no"}', 'no-message: An error has a "code" and a "message": {"id":1,"error":"no"}'],
    [
      '{"error":{"code":"x","message":"y"}}',
      'no-message: An error has the "id" of what it answers, or null: {"error":{"code":"x","message":"y"}}',
    ],
  ])('is not %s', (line, fault) => {
    expect(faultOf(line)).toBe(fault)
  })

  test('that is wrong but has a number tells it, so that it can be answered', () => {
    expect(() => parseLine('{"id":3,"ask":false}')).toThrow(expect.objectContaining({ id: 3 }))
  })
})
