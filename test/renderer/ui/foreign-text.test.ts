import { expect, it } from 'vitest'
import { FilePath, visibleName, visibleText } from '#renderer/ui/foreign-text.tsx'

it('shows a sign for what is not seen or turns words round', () => {
  expect(visibleText('pay\u202E yap\u2066 a\u200Bb \u0007\u001B[2J \u00AD\u3164')).toBe(
    'pay\ufffd yap\ufffd a\ufffdb \ufffd\ufffd[2J \ufffd\ufffd',
  )
})

it('shows a sign for blank signs and for what only changes the one before', () => {
  expect(visibleText('a\u2800b\u034fc\u{e0100}d\u180be')).toBe('a\ufffdb\ufffdc\ufffdd\ufffde')
})

it('keeps lines, tabs and joined emoji of a text, and makes a name one line', () => {
  const family = '\u{1F469}\u200D\u{1F467}'
  expect(visibleText(`a\r\n\tb ${family}`)).toBe(`a\n\tb ${family}`)
  expect(visibleName('Claude\n\n  Approve once')).toBe('Claude Approve once')
})

it('shows a path from left to right in every language', () => {
  expect(FilePath({ children: '/home/\u202Ea' }).props).toEqual({ dir: 'ltr', children: '/home/\ufffda' })
})
