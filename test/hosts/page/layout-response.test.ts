/** `POST /library/layout`: bytes for a query, an envelope for everything else. */
import { written } from '#contract/messages/message.ts'
import { say } from '#test/stand-ins/say.ts'
import { renderResult } from '#core/messages/render.ts'
import { expect, test } from 'vitest'
import { fail, succeed } from '#contract/errors.ts'
import { createLayout, layoutColumns } from '#contract/rules/layout.ts'
import { inHouse, type House } from './house.ts'

function post({ handle }: House, body: BodyInit): Promise<Response> {
  const headers = { 'content-type': 'application/json' }
  return handle(new Request('http://127.0.0.1/library/layout', { method: 'POST', headers, body }))
}

test(
  'answers the layout of a query as bytes that nothing keeps or runs',
  inHouse(async (house) => {
    const response = await post(house, JSON.stringify({ text: 'fox', sort: 'oldest' }))
    expect([response.status, Object.fromEntries(response.headers)]).toEqual([
      200,
      expect.objectContaining({
        'cache-control': 'no-store',
        'content-security-policy': "sandbox; default-src 'none'",
        'content-type': 'application/octet-stream',
        'x-content-type-options': 'nosniff',
      }),
    ])
    expect(layoutColumns(await response.arrayBuffer()).count).toBe(0)
    expect(house.app.layouts).toEqual([{ text: 'fox', sort: 'oldest' }])
  }),
)

test(
  'lets go of the bytes when they are sent, or nobody wants them',
  inHouse(async (house) => {
    const { bytes } = createLayout(30_000)
    house.app.layout = async () => succeed(bytes)
    const response = await post(house, '{}')
    expect(layoutColumns(await response.arrayBuffer()).count).toBe(30_000)
    const { bytes: left } = createLayout(30_000)
    house.app.layout = async () => succeed(left)
    await (await post(house, '{}')).body?.cancel()
    expect([bytes.byteLength, left.byteLength]).toEqual([0, 0])
  }),
)

test(
  'hands on what the application refuses, and refuses what is not JSON',
  inHouse(async (house) => {
    house.app.layout = async () => renderResult(fail('invalid_input', written('Not a query.')), say)
    for (const [body, message] of [
      ['7', 'Not a query.'],
      ['', "The input isn't valid JSON."],
      ['{', "The input isn't valid JSON."],
      [new Uint8Array([0x22, 0xff, 0x22]), "The input isn't valid JSON."],
    ] as const) {
      const response = await post(house, body)
      expect([response.status, await response.json()]).toMatchObject([400, { error: { message } }])
    }
  }),
)

test(
  'takes no query of more than a megabyte, and no other method',
  inHouse(async (house) => {
    expect((await post(house, `"${'x'.repeat(1_100_000)}"`)).status).toBe(413)
    const got = await house.get('/library/layout')
    expect([got.status, got.headers.get('allow')]).toEqual([405, 'POST'])
    expect(house.app.layouts).toEqual([])
  }),
)
