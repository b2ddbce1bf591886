/** Inputs that came by address: what is sent to a service that takes no addresses. */
import { expect } from 'vitest'
import { openComfyui, openSdWebui } from '#test/stand-ins/services/open.ts'
import { slow } from '#test/stand-ins/scale.ts'
import { openAtService, connectTo } from '#test/stand-ins/test-app.ts'

slow('sends the file of an image that came by address where a service takes no addresses', async () => {
  const { service, app } = await openAtService()
  service.tasks.make()
  const [comfyui, webui] = [await openComfyui(), await openSdWebui()]
  const common = { mediaType: 'image', scene: 'image-to-image', prompt: 'a fox' } as const
  const sendTo = async (kind: 'comfyui' | 'sd-webui', baseUrl: string, model: string) => {
    const profileId = await connectTo(app, { kind, baseUrl })
    const { id: inputId } = await app.ask('inputs.add', { url: `${service.baseUrl}/files/1-0-1.png` })
    const plain = { inputId, option: 'image' }
    const asFile = { ...plain, shape: { form: 'dataUri' } } as const
    await app.submitAndSave({ ...common, provider: kind, model, inputs: [plain] })
    const sizes = [plain, asFile].map(async (one) => {
      const size = await app.ask('inputs.measure', { profileId, provider: kind, model, references: [one] })
      return size
    })
    const [asSent, expected] = await Promise.all(sizes)
    const { inputForm } = await app.ask('models.knowledge', { provider: kind, model })
    return [asSent?.bodyBytes === expected?.bodyBytes, asSent?.takesAddresses, inputForm]
  }
  expect(await sendTo('comfyui', comfyui.baseUrl, 'sd15.safetensors')).toEqual([true, false, 'dataUri'])
  expect([...comfyui.files.keys()].filter((name) => name.startsWith('input/atelier/'))).toHaveLength(1)
  expect(await sendTo('sd-webui', webui.baseUrl, 'dreamshaper_8')).toEqual([true, false, 'dataUri'])
  expect(webui.requests('POST', '/img2img')[0]?.json).toMatchObject({
    init_images: [expect.stringMatching(/^iVBOR/) as string],
  })
})
