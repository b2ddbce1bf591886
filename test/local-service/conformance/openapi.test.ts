import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { slow } from '#test/stand-ins/scale.ts'
import { createOpenApiCheck, openApiDocument, type OpenApiCheck } from './open-api-check.ts'
import type { Exchange } from './client.ts'
import { makeImage, startService, submit, textRequest } from '../support/service.ts'

describe('the OpenAPI document', () => {
  let service: Awaited<ReturnType<typeof startService>>
  let check: OpenApiCheck
  beforeAll(async () => {
    service = await startService()
    const body: unknown = await (await fetch(`${service.baseUrl}/api/v1/openapi.json`)).json()
    check = createOpenApiCheck(openApiDocument.parse(body))
  })
  afterAll(() => service.stop())

  /** An address for each of the document's paths. */
  async function exampleOf(template: string): Promise<string> {
    if (template === '/api/v1/task/{id}') return `/api/v1/task/${await submit(service, textRequest())}`
    if (!template.startsWith('/files/')) return template
    const query = template.includes('/tmp/') ? '' : '?refresh=assets'
    const { images } = await makeImage(service, textRequest(), query)
    return new URL(images[0]?.url ?? '').pathname
  }

  async function exercise(method: string, path: string): Promise<Exchange> {
    const isContact = path.endsWith('/contact')
    const sent =
      method !== 'POST' ? undefined : isContact ? { email: 'ada@example.com', content: 'Hi' } : textRequest()
    const response = await fetch(service.baseUrl + path, {
      method,
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${service.apiKey}` },
      ...(sent === undefined ? {} : { body: JSON.stringify(sent) }),
    })
    const isJson =
      response.headers.get('Content-Type')?.startsWith('application/json') === true && method !== 'HEAD'
    const body: unknown = isJson ? await response.json() : undefined
    await response.body?.cancel().catch(() => undefined)
    return { method, path, sent, status: response.status, headers: response.headers, text: '', body }
  }

  slow('describes operations that all answer as described', async () => {
    const exercised = []
    for (const operation of check.operations) {
      const [verb = '', template = ''] = operation.split(' ')
      const exchange = await exercise(verb.toUpperCase(), await exampleOf(template))
      expect([operation, exchange.status]).toEqual([operation, verb === 'options' ? 204 : 200])
      check.check(exchange)
      exercised.push(check.operationOf(exchange))
    }
    expect(exercised).toEqual(check.operations)
    expect(exercised.length).toBeGreaterThan(14)
  })

  it('is strict enough to notice an answer that is wrong', async () => {
    const exchange = await exercise('GET', '/ai/models')
    const broken = [
      { ...exchange, status: 418 },
      { ...exchange, body: { code: 1, message: 'ok', data: [] } },
      { ...exchange, path: '/api/v1/undocumented' },
      {
        ...exchange,
        path: '/api/v1/task/x',
        body: { code: 0, message: 'ok', data: { id: 'x', status: 'DONE' } },
      },
    ]
    for (const wrong of broken) expect(() => check.check(wrong)).toThrow(/./u)
  })
})
