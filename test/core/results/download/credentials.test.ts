/** A key for result files: only with the address it is for, and never over a redirect to another origin. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { assetHeaders } from '#core/service/client.ts'
import { createDownloader } from '#core/results/download/download.ts'
import { generationService } from '#core/service/apis/generation-service/generation-service.ts'
import type { ServiceAddress, ServiceApi } from '#core/service/service-api.ts'
import { redirect } from '#test/stand-ins/faulty-responses.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { openFaultyService } from '#test/stand-ins/test-service.ts'

const api: ServiceApi = {
  ...generationService,
  assetHeaders: (_url, _address, apiKey) => ({ authorization: `Bearer ${apiKey}` }),
}

async function fetchAs(address: ServiceAddress, url: string) {
  const downloader = createDownloader()
  const file = await downloader.fetch(
    { kind: 'url', url },
    {
      partPath: join(await makeTempDir(), 'part'),
      allowLocal: true,
      signal: new AbortController().signal,
      credentials: (at) => assetHeaders(address, at),
    },
  )
  await downloader.close()
  return file
}

test('asks with the key where the adapter says so, and keeps it from where a redirect leads', async () => {
  const service = await openFaultyService()
  const elsewhere = await openFaultyService()
  const address = { api, baseUrl: service.baseUrl, apiKey: 'key-for-tests' }
  const file = `/files/0-0-1.png`
  expect(await fetchAs(address, `${service.baseUrl}${file}`)).toMatchObject({ kind: 'file' })
  service.script('file', redirect(302, `${elsewhere.baseUrl}${file}`))
  expect(await fetchAs(address, `${service.baseUrl}${file}`)).toMatchObject({ kind: 'file' })
  expect(service.ledger.map(({ key }) => key)).toEqual(['key-for-tests', 'key-for-tests'])
  expect(elsewhere.ledger.map(({ key }) => key)).toEqual([null])
})

test('gives the key to no other origin, not even when a redirect leads back', async () => {
  const service = await openFaultyService()
  const elsewhere = await openFaultyService()
  const address = { api, baseUrl: service.baseUrl, apiKey: 'key-for-tests' }
  const file = `/files/0-0-1.png`
  elsewhere.script('file', redirect(302, `${service.baseUrl}${file}`))
  await fetchAs(address, `${elsewhere.baseUrl}${file}`)
  expect([...service.ledger, ...elsewhere.ledger].map(({ key }) => key)).toEqual([null, null])
})
