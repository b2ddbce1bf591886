import { expect, test } from 'vitest'
import { readDesktopArguments } from '#hosts/desktop/arguments.ts'

test('has a default for each word, and takes each', () => {
  expect(readDesktopArguments(['main.js'])).toEqual({ samples: true, safe: false })
  expect(readDesktopArguments(['--data-dir=/d', '--safe', '--no-samples'])).toEqual({
    dataDir: '/d',
    samples: false,
    safe: true,
  })
  expect(readDesktopArguments(['--version'])).toMatchObject({ say: 'version' })
  expect(readDesktopArguments(['--version', '-h'])).toMatchObject({ say: 'help' })
})

test("leaves Chromium's switches, links and files alone", () => {
  const words = ['--no-sandbox', '--remote-x=1', 'atelier://task/1', '/a/b.png', '--enable-features=A,B']
  expect(readDesktopArguments(words)).toEqual({ samples: true, safe: false })
})

test.each([[['--data-dir']], [['--data-dir=']], [['--data-dir', '--safe']]])(
  'says what is wrong with %j, and names no folder',
  (argv) => {
    const words = readDesktopArguments(argv)
    expect([words.problem, words.dataDir]).toEqual(['--data-dir takes the path of a folder.', undefined])
  },
)
