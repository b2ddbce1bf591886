import { fileTypeFromBuffer } from 'file-type'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { slow } from '#test/stand-ins/scale.ts'
import { download, postGenerate, startService, submit, waitForEnd } from '../support/service.ts'

const musicResult = z.object({
  audios: z.array(
    z.object({
      audio_url: z.url(),
      image_url: z.url(),
      title: z.string().min(1),
      duration: z.number(),
      bpm: z.number(),
      key: z.string(),
      tags: z.array(z.string()).min(1),
      seed: z.int(),
      content_type: z.string(),
    }),
  ),
  made_by: z.literal('Sample studio'),
  note: z.string(),
  ignored_options: z.array(z.string()),
})

const request = (options: Readonly<Record<string, unknown>> = {}, prompt = 'calm lo-fi') => ({
  provider: 'sample',
  mediaType: 'music',
  model: 'small-ensemble',
  scene: 'text-to-music',
  prompt,
  options: { duration: 5, seed: 6, ...options },
})

let service: Awaited<ReturnType<typeof startService>>
beforeAll(async () => {
  service = await startService({ workers: 2 })
})
afterAll(() => service.stop())

async function make(body: unknown): Promise<z.infer<typeof musicResult>> {
  const { taskResult, errorMessage } = await waitForEnd(service, await submit(service, body))
  if (taskResult === null) throw new Error(`The music failed: ${errorMessage}`)
  return musicResult.parse(taskResult)
}

describe('music over HTTP', () => {
  slow.each([
    ['mp3', 'audio/mpeg'],
    ['wav', 'audio/wav'],
  ])('comes as %s with a square cover and what there is to know', async (output_format, mime) => {
    const { audios, note } = await make(request({ output_format, tempo: 84, key: 'D minor' }))
    const [piece] = audios
    expect(piece).toMatchObject({ duration: 5, bpm: 84, key: 'D minor', seed: 6, content_type: mime })
    expect(note).toMatch(/^Procedural sample music.*No AI model was involved\.$/u)
    expect((await fileTypeFromBuffer(await download(piece?.audio_url)))?.mime).toBe(mime)
    const cover = await sharp(await download(piece?.image_url)).metadata()
    expect([cover.format, cover.width, cover.height]).toEqual(['jpeg', 640, 640])
  })

  slow(
    'comes as several with their own seeds, and says what was ignored and that the voice has no words',
    async () => {
      const options = { count: 2, output_format: 'wav', instrumental: false, lyrics: 'la la', style: 'x' }
      const { audios, note, ignored_options } = await make(request(options))
      expect(audios.map(({ seed }) => seed)).toEqual([6, 7])
      expect(audios.every(({ tags }) => tags.includes('voice'))).toBe(true)
      expect(ignored_options).toEqual(['lyrics', 'style'])
      expect(note).toContain('sings vowels; it has no words.')
      expect(note).toContain('lyrics')
    },
  )
})

describe('a request that cannot be made', () => {
  it.each([
    [{ duration: 4 }, /options\.duration must be a number from 5 to 300, not 4\. In seconds/u],
    [{ tempo: 500 }, /options\.tempo must be a number from 40 to 220, not 500/u],
    [{ key: 'H major' }, /options\.key must be such as "C major"/u],
    [{ instrumental: 'yes' }, /options\.instrumental must be true or false/u],
    [{ output_format: 'flac' }, /options\.output_format must be one of "mp3", "wav"/u],
  ])('%j is refused with a message that names the field', async (options, message) => {
    const response = await postGenerate(service, request(options))
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ code: 400, message: expect.stringMatching(message) })
  })

  it('without a prompt is refused', async () => {
    const response = await postGenerate(service, request({}, ''))
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ message: expect.stringMatching(/^prompt is missing/u) })
  })
})
