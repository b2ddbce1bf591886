/** The address of a service as people type it. */
import { expect, test } from 'vitest'
import { parseBaseUrl } from '#core/service/base-url.ts'
import { generationService } from '#core/service/apis/generation-service/generation-service.ts'

test.each([
  ['https://api.example.com', 'https://api.example.com'],
  ['https://api.example.com/', 'https://api.example.com'],
  ['  https://api.example.com//  ', 'https://api.example.com'],
  ['https://API.Example.com', 'https://api.example.com'],
  ['https://api.example.com/gateway/v2/', 'https://api.example.com/gateway/v2'],
  ['https://api.example.com/api/v1', 'https://api.example.com'],
  ['https://api.example.com/api/v1/', 'https://api.example.com'],
  ['https://api.example.com/gateway/api/v1', 'https://api.example.com/gateway'],
  ['https://api.example.com:8443', 'https://api.example.com:8443'],
  ['https://api.example.com:443', 'https://api.example.com'],
  ['api.example.com', 'https://api.example.com'],
  ['api.example.com:8443/x', 'https://api.example.com:8443/x'],
  ['localhost:3000', 'http://localhost:3000'],
  ['127.0.0.1:3000/', 'http://127.0.0.1:3000'],
  ['http://localhost', 'http://localhost'],
  ['http://127.8.9.10:1', 'http://127.8.9.10:1'],
  ['http://[::1]:3000', 'http://[::1]:3000'],
  ['HTTPS://api.example.com', 'https://api.example.com'],
  ['https://bücher.example', 'https://xn--bcher-kva.example'],
])('takes %s as %s', (typed, parsed) => {
  expect(parseBaseUrl(typed, generationService)).toEqual({ ok: true, data: parsed })
})

test.each([
  [''],
  ['   '],
  ['not an address'],
  ['https://'],
  ['https://exa mple.com'],
  ['https://[bad'],
  ['ftp://example.com'],
  ['file:///etc/passwd'],
  ['javascript://x'],
  ['http://api.example.com'],
  ['http://192.168.1.5'],
  ['http://localhost.example.com'],
  ['http://127.0.0.1.example.com'],
  ['http://127.0.0.1@example.com'],
  ['https://user@api.example.com'],
  ['https://user:secret@api.example.com'],
  ['https://api.example.com?key=1'],
  ['https://api.example.com/#x'],
])('refuses %j with a sentence', (typed) => {
  const result = parseBaseUrl(typed, generationService)
  expect(result).toMatchObject({ ok: false, error: { code: 'invalid_input', field: 'baseUrl' } })
  expect(result.ok ? '' : result.error.message).toMatch(/^[A-Z].{10,}\.$/)
  expect(JSON.stringify(result)).not.toContain('secret')
})
