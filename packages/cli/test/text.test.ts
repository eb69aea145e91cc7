/** The width of text in columns of the screen. */
import { graphemesOf } from '@ludoforge/look/node'
import { describe, expect, it, vi } from 'vitest'
import { sideBySide, columns, cut, fit, widthOf } from '../src/terminal/board/text.js'

it('East Asian characters and emoji take two columns, accents and colours none', () => {
  expect(widthOf('Hue')).toBe(3)
  expect(widthOf('王牌')).toBe(4)
  expect(widthOf('🎲 6')).toBe(4)
  expect(widthOf('❤️')).toBe(2)
  expect(widthOf('7♥ ● ○ ★')).toBe(8)
  expect(widthOf('e\u0301te\u0301')).toBe(3)
  expect(widthOf('\u001B[31mred\u001B[39m')).toBe(3)
})

it('a text is cut between graphemes, never exceeds the width, and leaves no colour open', () => {
  expect(cut('Saigon', 6)).toBe('Saigon')
  expect(cut('Saigon', 5)).toBe('Saig…')
  expect(cut('王牌王牌', 6)).toBe('王牌…')
  expect(cut('\u001B[31mSaigon\u001B[39m', 4)).toBe('Sai…')
  expect(cut('Saigon', 0)).toBe('')
  expect(fit('王牌王牌', 6)).toBe('王牌… ')
})

it('columns and blocks side by side stay aligned, whatever characters come before', () => {
  expect(columns(['王', 'bb', 'c', 'd'], 12, '')).toEqual(['王   c', 'bb   d'])
  expect(sideBySide(['王', 'b'], ['1', '2', '3'], 4)).toEqual(['王  1', 'b   2', '    3'])
})

describe('a very long text', () => {
  // A segmenter on the whole text takes quadratic time.
  it('is split into the same graphemes as a short one, in linear time', () => {
    const parts = ['a', 'é', 'e\u0301', '漢', '👩‍👩‍👧', '🇩🇪', '⚔️', ' ']
    const long = Array.from({ length: 20_000 }, (_, i) => parts[(i * 7) % parts.length] ?? '')
    expect(graphemesOf(long.join(''))).toEqual(long)
    expect(cut('x'.repeat(1_000_000), 10)).toBe('xxxxxxxxx…')
  })

  it('is segmented in short pieces, because the segmenter is quadratic', () => {
    const segment = vi.spyOn(Intl.Segmenter.prototype, 'segment')
    graphemesOf('x'.repeat(100_000))
    const lengths = segment.mock.calls.map(([text]) => text.length)
    segment.mockRestore()
    expect(lengths.length).toBeGreaterThan(10)
    expect(Math.max(...lengths)).toBeLessThan(5000)
  })
})
