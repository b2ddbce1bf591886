import { expect, it } from 'vitest'
import type { Client } from '../service-under-test.ts'

const PATHS = ['/api/v1/generate', '/api/v1/task/some-id', '/api/v1/contact', '/ai/models'] as const

export function describePreflight(now: () => Client): void {
  it.each(PATHS)('OPTIONS %s answers 204 with no body, without authentication', async (path) => {
    const answer = await now().ask('OPTIONS', path, {
      headers: {
        Origin: 'https://example.com',
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'authorization,content-type',
      },
    })
    const list = (name: string): string[] =>
      (answer.headers.get(name) ?? '').split(',').map((entry) => entry.trim().toLowerCase())
    expect([answer.status, answer.text]).toEqual([204, ''])
    expect(answer.headers.get('Access-Control-Allow-Origin')).toBe('*')
    expect(list('Access-Control-Allow-Methods')).toEqual(expect.arrayContaining(['get', 'post']))
    expect(list('Access-Control-Allow-Headers')).toEqual(
      expect.arrayContaining(['authorization', 'content-type']),
    )
  })

  it('a browser of any origin may read every answer, errors and Retry-After included', async () => {
    const { service, ask } = now()
    const headers = { Origin: 'https://example.com' }
    const answers = [
      await ask('POST', '/api/v1/generate', { key: service.apiKey, body: service.generateBody, headers }),
      await ask('POST', '/api/v1/generate', { headers, body: {} }),
      await ask('GET', '/api/v1/task/unknown', { key: service.apiKey, headers }),
      await ask('GET', '/nowhere', { headers }),
    ]
    for (const answer of answers) {
      expect(answer.headers.get('Access-Control-Allow-Origin')).toBe('*')
      expect(answer.headers.get('Access-Control-Expose-Headers')).toMatch(/retry-after/iu)
      expect(answer.headers.get('Access-Control-Allow-Credentials')).toBeNull()
    }
  })
}
