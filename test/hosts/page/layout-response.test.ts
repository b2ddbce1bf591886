/** `POST /library/layout`: bytes for a query, an envelope for everything else. */
import { written } from '#contract/messages/message.ts'
import { say } from '#test/stand-ins/say.ts'
import { renderResult } from '#core/messages/render.ts'
import { expect, test } from 'vitest'
import { fail, succeed } from '#contract/errors.ts'
import { createLayout, layoutColumns } from '#contract/rules/layout.ts'
import { withPage, type Fixture } from './page-fixture.ts'

function post({ handle }: Fixture, body: BodyInit): Promise<Response> {
  const headers = { 'content-type': 'application/json' }
  return handle(new Request('http://127.0.0.1/library/layout', { method: 'POST', headers, body }))
}

test(
  'answers the layout of a query as bytes that nothing keeps or runs',
  withPage(async (fixture) => {
    const response = await post(fixture, JSON.stringify({ text: 'fox', sort: 'oldest' }))
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
    expect(fixture.app.layouts).toEqual([{ text: 'fox', sort: 'oldest' }])
  }),
)

test(
  'lets go of the bytes when they are sent, or nobody wants them',
  withPage(async (fixture) => {
    const { bytes } = createLayout(30_000)
    fixture.app.layout = async () => succeed(bytes)
    const response = await post(fixture, '{}')
    expect(layoutColumns(await response.arrayBuffer()).count).toBe(30_000)
    const { bytes: left } = createLayout(30_000)
    fixture.app.layout = async () => succeed(left)
    await (await post(fixture, '{}')).body?.cancel()
    expect([bytes.byteLength, left.byteLength]).toEqual([0, 0])
  }),
)

test(
  'hands on what the application refuses, and refuses what is not JSON',
  withPage(async (fixture) => {
    fixture.app.layout = async () => renderResult(fail('invalid_input', written('Not a query.')), say)
    for (const [body, message] of [
      ['7', 'Not a query.'],
      ['', "The input isn't valid JSON."],
      ['{', "The input isn't valid JSON."],
      [new Uint8Array([0x22, 0xff, 0x22]), "The input isn't valid JSON."],
    ] as const) {
      const response = await post(fixture, body)
      expect([response.status, await response.json()]).toMatchObject([400, { error: { message } }])
    }
  }),
)

test(
  'takes no query of more than a megabyte, and no other method',
  withPage(async (fixture) => {
    expect((await post(fixture, `"${'x'.repeat(1_100_000)}"`)).status).toBe(413)
    const got = await fixture.get('/library/layout')
    expect([got.status, got.headers.get('allow')]).toEqual([405, 'POST'])
    expect(fixture.app.layouts).toEqual([])
  }),
)
