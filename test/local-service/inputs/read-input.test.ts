import { describe, expect, it } from 'vitest'
import { readInputBytes } from '#local-service/inputs/read-input.ts'

const BYTES = Buffer.from([0, 255, 16, 250, 62, 63, 43, 47, 60, 61])
const BASE64 = BYTES.toString('base64')
const asked: string[] = []
const own = (url: string): Promise<Uint8Array | null> => {
  asked.push(url)
  return Promise.resolve(url.endsWith('/files/own') ? BYTES : null)
}
const read = async (value: string): Promise<string> =>
  Buffer.from(await readInputBytes('options.image_input', value, own)).toString('hex')
const complaint = async (value: string): Promise<string> =>
  await read(value).catch((error: unknown) => (error instanceof Error ? error.message : String(error)))

describe('the bytes of an input', () => {
  it.each([
    ['a data URI', `data:image/png;base64,${BASE64}`],
    ['a data URI without a type', `data:;base64,${BASE64}`],
    ['a data URI with parameters', `data:image/png;charset=utf-8;base64,${BASE64}`],
    ['a data URI in capitals', `DATA:IMAGE/PNG;BASE64,${BASE64}`],
    ['a data URI with line breaks', `data:image/png;base64,\r\n${BASE64.slice(0, 6)}\n${BASE64.slice(6)}\n`],
    ['a data URI with escapes', `data:image/png;base64,${encodeURIComponent(BASE64)}`],
    ['plain base64', BASE64],
    ['base64 without padding', BASE64.replaceAll('=', '')],
    ['base64 for addresses', BYTES.toString('base64url')],
    ['an address on this service', 'http://127.0.0.1:7/files/own'],
  ])('are read from %s', async (_case, value) => {
    expect(await read(value)).toBe(BYTES.toString('hex'))
  })

  it.each([
    'https://example.com/image.png',
    'http://169.254.169.254/latest/meta-data',
    'http://127.0.0.1:7/files/gone',
    'HTTP://EXAMPLE.COM/files/own2',
    'ftp://example.com/image.png',
    'file:///etc/passwd',
    'gs://bucket/image.png',
    'atelier://app/media/1',
  ])('are refused with a clear message for %s, without asking the network', async (value) => {
    asked.length = 0
    expect(await complaint(value)).toMatch(
      /^options\.image_input is an address this service does not serve, .*data URI or base64\.$/u,
    )
    expect(asked).toEqual([value])
  })

  it.each([
    '',
    'hello, this is no image',
    'data:image/png;base64,***',
    'data:image/svg+xml,<svg> </svg>',
    'data:image/png,',
    'data:',
  ])('are refused for %j', async (value) => {
    expect(await complaint(value)).toMatch(
      /^options\.image_input must be a data URI, plain base64, or an address/u,
    )
  })
})
