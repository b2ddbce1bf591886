/** Where services are: their addresses as people type them, and those that are found on this computer. */
import { say } from '#test/stand-ins/say.ts'
import { createServer } from 'node:net'
import { expect, test, it, onTestFinished } from 'vitest'
import { parseBaseUrl } from '#core/service/base-url.ts'
import { generationService } from '#core/service/apis/generation-service/generation-service.ts'
import { apiOf, findServices, usualAddresses } from '#core/service/registry.ts'
import { openComfyui, openSdWebui } from '#test/stand-ins/services/open.ts'
import { openTestApp } from '#test/stand-ins/test-app.ts'
import { closedPort } from '#test/stand-ins/test-service.ts'

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
  ['http://0.0.0.0:8188', 'http://127.0.0.1:8188'],
  ['0.0.0.0:7860/', 'http://127.0.0.1:7860'],
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
  expect(result.ok ? '' : say(result.error)).toMatch(/^[A-Z].{10,}\.$/)
  expect(JSON.stringify(result)).not.toContain('secret')
})

/** Services of the user's own are found on this computer, and nothing else is taken for one. */
const comfyui = apiOf('comfyui')
const webui = apiOf('sd-webui')
const NOW = 1_700_000_000_000
/** Far more than an answer of this computer takes. */
const PATIENCE_MS = 60_000

it('knows the usual ports', () => {
  expect(usualAddresses().map(({ api, baseUrl }) => [api.kind, baseUrl])).toEqual([
    ['comfyui', 'http://127.0.0.1:8188'],
    ['sd-webui', 'http://127.0.0.1:7860'],
  ])
})

it('finds what answers as the service does, also where it wants a password', async () => {
  const [gpu, pictures] = [await openComfyui(), await openSdWebui()]
  pictures.auth = 'ann:secret'
  const places = [
    { api: comfyui, baseUrl: gpu.baseUrl },
    { api: webui, baseUrl: pictures.baseUrl },
  ]
  expect(await findServices(places, NOW, say, PATIENCE_MS)).toMatchObject([
    {
      kind: 'comfyui',
      baseUrl: gpu.baseUrl,
      says: { id: 'service.comfyui.answersOn', values: { name: 'ComfyUI 0.3.65', device: 'cuda:0 Fake' } },
    },
    { kind: 'sd-webui', baseUrl: pictures.baseUrl, says: { id: 'service.keyRefusedSaid' } },
  ])
})

it('finds nothing where another service answers, or nobody does', async () => {
  const gpu = await openComfyui()
  const places = [
    { api: webui, baseUrl: gpu.baseUrl },
    { api: comfyui, baseUrl: `http://127.0.0.1:${await closedPort()}` },
  ]
  expect(await findServices(places, NOW, say, PATIENCE_MS)).toMatchObject([])
})

it('waits for nobody long', async () => {
  const silent = createServer(() => undefined)
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void silent.close())
  const { port } = silent.address() as { readonly port: number }
  expect(await findServices([{ api: comfyui, baseUrl: `http://127.0.0.1:${port}` }], NOW, say, 50)).toEqual(
    [],
  )
})

it('asks no other computer', async () => {
  const gpu = await openComfyui()
  const { port } = new URL(gpu.baseUrl)
  // A name that resolves to this computer is not this computer by its name.
  expect(
    await findServices([{ api: comfyui, baseUrl: `http://0.0.0.0:${port}` }], NOW, say, PATIENCE_MS),
  ).toEqual([])
  expect(gpu.ledger).toEqual([])
})

it('is a call of the page', async () => {
  const app = await openTestApp()
  const { items } = await app.ask('services.find', {})
  expect(Array.isArray(items)).toBe(true)
})
