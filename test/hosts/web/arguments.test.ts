import { expect, test } from 'vitest'
import { readWebArguments } from '#hosts/web/arguments.ts'

test('takes every argument, and has a default for each', () => {
  expect(readWebArguments([])).toEqual({
    ok: true,
    data: { port: 0, open: true, localService: true, samples: false },
  })
  const argv = ['--port', '8080', '--data-dir=/d', '--no-open', '--no-local-service', '--samples']
  expect(readWebArguments(argv)).toEqual({
    ok: true,
    data: { port: 8080, dataDir: '/d', open: false, localService: false, samples: true },
  })
})

test('takes the words that are answered in place of a start', () => {
  expect(readWebArguments(['--version'])).toMatchObject({ ok: true, data: { say: 'version' } })
  expect(readWebArguments(['--version', '-h'])).toMatchObject({ ok: true, data: { say: 'help' } })
})

test.each([
  [['--port', 'x']],
  [['--port', '65536']],
  [['--port', '-1']],
  [['--port=']],
  [['--port']],
  [['--data-dir=']],
  [['--data-dir']],
  [['--nope']],
  [['folder']],
])('refuses %j in one sentence', (argv) => {
  const result = readWebArguments(argv)
  expect(result).toMatchObject({ ok: false, error: { code: 'invalid_input' } })
  expect(result.ok || result.error.message.includes('\n')).toBe(false)
})
