/** The same request is found again, and another never taken for it. */
import { expect, test } from 'vitest'
import type { Json } from '#contract/json.ts'
import type { GenerateRequest } from '#contract/tasks.ts'
import { canonicalJson } from '#core/json/canonical-json.ts'
import { parseSidecar } from '#core/library/assets/sidecar.ts'
import { requestHash } from '#core/tasks/request-hash.ts'
import { openAtService, openTestApp, REQUEST } from '#test/stand-ins/test-app.ts'
import { loseDatabase } from '#test/stand-ins/data-check.ts'
import { slow } from '#test/stand-ins/scale.ts'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

const CONTENTS: Readonly<Record<string, string>> = {
  one: 'a'.repeat(64),
  same: 'a'.repeat(64),
  other: 'b'.repeat(64),
}
const hash = (request: Partial<GenerateRequest> = {}, service = 'replicate https://api.replicate.com') =>
  requestHash({
    service,
    request: { ...REQUEST, options: { seed: 7, size: { w: 1, h: 2 } }, ...request },
    sha256Of: (inputId) => CONTENTS[inputId] ?? null,
  })
const withInput = (inputId: string) => hash({ inputs: [{ inputId, option: 'image_url' }] })

test('the order of options, who asks, and the name of an input make no difference', () => {
  expect(hash({ options: { size: { h: 2, w: 1 }, seed: 7 } })).toBe(hash())
  expect(hash({ provenance: { template: 'a {red|blue} fox' } })).toBe(hash())
  expect(withInput('same')).toBe(withInput('one'))
  expect(hash()).toMatch(/^1-[0-9a-f]{64}$/)
})

test('every part of what is sent makes a difference', () => {
  const all = [
    hash(),
    hash({ prompt: 'another' }),
    hash({ model: 'another' }),
    hash({ provider: 'another' }),
    hash({ mediaType: 'video' }),
    hash({ scene: 'image-to-image' }),
    hash({ options: { seed: '7', size: { w: 1, h: 2 } } }),
    hash({ options: { seed: 7 } }),
    hash({}, 'fal https://fal.run'),
    withInput('one'),
    withInput('other'),
    hash({ inputs: [{ inputId: 'one', option: 'end_image_url' }] }),
    hash({ inputs: [{ inputId: 'one', option: 'image_url', mask: { paint: 'white' } }] }),
  ]
  expect(new Set(all).size).toBe(all.length)
  // Nobody can say what was sent.
  expect(withInput('gone')).toBeNull()
})

/** RFC 8785, 3.2.2 and 3.2.3; the values are its own. */
test('canonical JSON is that of the RFC', () => {
  const numbers = JSON.parse('[333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001]') as Json
  expect(canonicalJson({ numbers, literals: [null, true, false] })).toBe(
    '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27]}',
  )
  const keys = { '\u20ac': 1, '\r': 2, '\ufb33': 3, '1': 4, '\ud83d\ude00': 5, '\u0080': 6, '\u00f6': 7 }
  expect(canonicalJson(keys)).toBe(
    '{"\\r":2,"1":4,"\u0080":6,"\u00f6":7,"\u20ac":1,"\ud83d\ude00":5,"\ufb33":3}',
  )
  expect(canonicalJson({ '10': 1, '9': 2 })).toBe('{"10":1,"9":2}')
})

slow(
  'what was made is found by the same request, also from the files alone, and not in the trash',
  async () => {
    const { app, service } = await openAtService()
    const { id, requestHash: ofTask } = await app.submitAndSave()
    const { assetIds } = await app.ask('tasks.get', { id })
    const [assetId = ''] = assetIds
    expect(await app.ask('library.get', { id: assetId })).toMatchObject({ requestHash: ofTask })
    const made = { items: [{ assetId, createdAt: expect.any(Number) }, null] }
    const asked = { requests: [REQUEST, { ...REQUEST, prompt: 'another' }] }
    const sent = service.ledger.length
    expect(await app.ask('tasks.made', asked)).toEqual(made)
    expect(service.ledger).toHaveLength(sent)

    const names = await readdir(join(app.dataDir, 'media'), { recursive: true })
    const [sidecar = ''] = names.filter((name) => name.endsWith('.json') && !name.includes('.library'))
    expect(parseSidecar(await readFile(join(app.dataDir, 'media', sidecar), 'utf8'))?.entries).toMatchObject([
      { requestHash: ofTask },
    ])
    await app.ask('library.trash', { ids: [assetId] })
    expect((await app.ask('tasks.made', asked)).items).toEqual([null, null])
    await app.ask('library.restore', { ids: [assetId] })
    await app.close()
    await loseDatabase(app.dataDir)
    const later = await openTestApp({ dataDir: app.dataDir, settings: app.settings, secrets: app.secrets })
    await later.until(async () => (await later.ask('library.stats', {})).assets === 1)
    expect((await later.ask('tasks.made', asked)).items).toEqual(made.items)
  },
)
