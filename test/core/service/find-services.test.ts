/** Services of the user's own are found on this computer, and nothing else is taken for one. */
import { createServer } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { apiOf, findServices, usualPlaces } from '#core/service/registry.ts'
import { openComfyui, openSdWebui } from '#test/stand-ins/services/open.ts'
import { openTestApp } from '#test/stand-ins/test-app.ts'
import { closedPort } from '#test/stand-ins/test-service.ts'

const comfyui = apiOf('comfyui')
const webui = apiOf('sd-webui')
const NOW = 1_700_000_000_000
/** Far more than an answer of this computer takes. */
const PATIENCE_MS = 60_000

it('knows the usual ports', () => {
  expect(usualPlaces().map(({ api, baseUrl }) => [api.kind, baseUrl])).toEqual([
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
  expect(await findServices(places, NOW, PATIENCE_MS)).toEqual([
    { kind: 'comfyui', baseUrl: gpu.baseUrl, says: 'ComfyUI 0.3.65 answers on cuda:0 Fake.' },
    { kind: 'sd-webui', baseUrl: pictures.baseUrl, says: expect.stringContaining('key') as string },
  ])
})

it('finds nothing where another service answers, or nobody does', async () => {
  const gpu = await openComfyui()
  const places = [
    { api: webui, baseUrl: gpu.baseUrl },
    { api: comfyui, baseUrl: `http://127.0.0.1:${await closedPort()}` },
  ]
  expect(await findServices(places, NOW, PATIENCE_MS)).toEqual([])
})

it('waits for nobody long', async () => {
  const silent = createServer(() => undefined)
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void silent.close())
  const { port } = silent.address() as { readonly port: number }
  expect(await findServices([{ api: comfyui, baseUrl: `http://127.0.0.1:${port}` }], NOW, 50)).toEqual([])
})

it('asks no other computer', async () => {
  const gpu = await openComfyui()
  const { port } = new URL(gpu.baseUrl)
  // A name that resolves to this computer is not this computer by its name.
  expect(await findServices([{ api: comfyui, baseUrl: `http://0.0.0.0:${port}` }], NOW, PATIENCE_MS)).toEqual(
    [],
  )
  expect(gpu.ledger).toEqual([])
})

it('is a call of the page', async () => {
  const app = await openTestApp()
  const { items } = await app.ask('services.find', {})
  expect(Array.isArray(items)).toBe(true)
})
