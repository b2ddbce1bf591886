/** The size of a request and its warnings, before anything is sent. */
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { InputReference } from '#contract/inputs.ts'
import type { FaultyService } from '#test/stand-ins/faulty-service.ts'
import { openS3Server, S3_KEYS } from '#test/stand-ins/s3-server.ts'
import { slow } from '#test/stand-ins/scale.ts'
import { openAtService } from '#test/stand-ins/test-app.ts'
import { tinyAudio } from '#test/stand-ins/tiny-media.ts'
import { photo, scene } from './images.ts'

async function openStudio() {
  const { service, app } = await openAtService()
  const add = async (name: string, bytes: Uint8Array) => {
    const input = await app.app.addInput(name, bytes)
    if (!input.ok) throw new Error(input.error.message)
    return input.data.id
  }
  const measure = (provider: string, ...references: InputReference[]) =>
    app.ask('inputs.measure', { profileId: app.profileId, provider, model: 'sample', references })
  return { app, service, add, measure }
}

slow('says to the byte what references add to the body', async () => {
  const { app, service, add, measure } = await openStudio()
  const inputs: InputReference[] = [
    { inputId: await add('photo.jpg', await photo(120, 80)), option: 'image[]', shape: { longSide: 64 } },
    {
      inputId: await add('fox.png', await scene(30, 20).png().toBuffer()),
      option: 'image[]',
      shape: { form: 'base64' },
    },
    { inputId: await add('audio.wav', tinyAudio(1)), option: 'image[]' },
  ]
  const { items, bodyBytes, takesAddresses } = await measure('stand-in', ...inputs)
  expect(takesAddresses).toBe(true)
  await app.submitAndSave({ inputs })
  const sent = optionsOf(service)['image'] as string[]
  expect(items.map((item) => item.bodyBytes)).toEqual(sent.map((text) => text.length))
  expect(bodyBytes).toBe(sent.join('').length)
  expect(items).toMatchObject([
    { mimeType: 'image/jpeg', width: 43, height: 64 },
    { mimeType: 'image/png', width: 30, height: 20 },
    { mimeType: 'audio/wav' },
  ])
  expect(items.map(({ warning }) => warning)).toEqual([undefined, undefined, undefined])
})

slow('weighs a link about as long as it is, and warns where there is no bucket for it', async () => {
  const { app, service, add, measure } = await openStudio()
  const inputs: InputReference[] = [
    {
      inputId: await add('fox.png', await scene(30, 20).png().toBuffer()),
      option: 'image_url',
      shape: { form: 'url' },
    },
  ]
  const without = await measure('stand-in', ...inputs)
  expect(without.items[0]?.warning?.id).toBe('inputs.noAddress')
  const s3 = await openS3Server(() => app.clock.now())
  await app.ask('profiles.setStorage', { id: app.profileId, storage: s3.storage, ...S3_KEYS })
  const { items, bodyBytes } = await measure('stand-in', ...inputs)
  expect(items[0]?.warning).toBeUndefined()
  await app.submitAndSave({ inputs })
  const link = optionsOf(service)['image_url'] as string
  expect(Math.abs(bodyBytes - link.length)).toBeLessThan(60)
})

test('warns of a data URI towards a model that is known to refuse them, and of nothing else there', async () => {
  const { add, measure } = await openStudio()
  const inputId = await add('fox.png', await scene(30, 20).png().toBuffer())
  const asData = { inputId, option: 'image_url' }
  expect((await measure('kie', asData)).items[0]?.warning?.id).toBe('inputs.dataUriRefused')
  expect((await measure('fal', asData)).items[0]?.warning).toBeUndefined()
  expect((await measure('kie', { ...asData, shape: { form: 'base64' } })).items[0]?.warning).toBeUndefined()
})

slow('warns of a body that is heavy, at the heaviest input', async () => {
  const { add, measure } = await openStudio()
  const small = { inputId: await add('fox.png', await scene(30, 20).png().toBuffer()), option: 'a' }
  const large = { inputId: await add('long.wav', tinyAudio(60 * 17)), option: 'b' }
  const { items, bodyBytes } = await measure('stand-in', small, large)
  expect(bodyBytes).toBeGreaterThan(20 * 1024 * 1024)
  expect(items.map(({ warning }) => warning?.id)).toEqual([undefined, 'inputs.requestHeavy'])
  expect(items[1]?.warning?.values).toEqual({ megabytes: 20.8 })
})

test('says of an input that is gone, and of a video over the limit', async () => {
  const { add, measure } = await openStudio()
  const audio = await add('audio.wav', tinyAudio(2))
  const { items } = await measure(
    'stand-in',
    { inputId: 'nobody', option: 'a' },
    { inputId: audio, option: 'b', shape: { maxBytes: 20_000 } },
  )
  expect(items[0]).toMatchObject({ bodyBytes: 0, warning: { id: 'inputs.gone' } })
  expect(items[1]?.warning?.id).toBe('inputs.mediaTooLarge')
})

/** The options of the one request that the service received. */
function optionsOf(service: FaultyService): Readonly<Record<string, unknown>> {
  const [entry] = service.generates()
  return z.object({ options: z.record(z.string(), z.unknown()) }).parse(entry?.body).options
}
