/** The fake of the Gemini API is proven by Google's own client. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { GenerateVideosOperation, GoogleGenAI } from '@google/genai'
import sharp from 'sharp'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { GEMINI_KEY, startFakeGemini, type FakeGemini } from '#test/stand-ins/services/gemini/gemini.ts'
import { madeImage } from '#test/stand-ins/services/made-media.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'

let fake: FakeGemini
let client: GoogleGenAI

beforeEach(async () => {
  fake = await startFakeGemini()
  onTestFinished(() => fake.close())
  client = new GoogleGenAI({ apiKey: GEMINI_KEY, httpOptions: { baseUrl: fake.baseUrl } })
})

/**
 * Version 3 of the client begins videos on Google Cloud alone, and polls them anywhere. The body is what version 2.18 writes
 * (generateVideosParametersToMldev).
 */
async function startVideo(): Promise<GenerateVideosOperation> {
  const image = { bytesBase64Encoded: (await madeImage('png')).toString('base64'), mimeType: 'image/png' }
  const parameters = { aspectRatio: '16:9', durationSeconds: 8, resolution: '720p' }
  const response = await fetch(`${fake.baseUrl}/v1beta/models/veo-3.1-generate-preview:predictLongRunning`, {
    method: 'POST',
    headers: { 'x-goog-api-key': GEMINI_KEY, 'content-type': 'application/json' },
    body: JSON.stringify({ instances: [{ prompt: 'a fox runs', image, lastFrame: image }], parameters }),
  })
  return Object.assign(new GenerateVideosOperation(), await response.json())
}

const IMAGE = { model: 'gemini-3-pro-image', contents: 'a fox' }

describe("the fake of the Gemini API, asked by Google's client", () => {
  it('lists models over several pages', async () => {
    const names = []
    for await (const model of await client.models.list()) names.push(model.name)
    expect(names).toHaveLength(7)
    expect(names).toContain('models/gemini-3-pro-image')
  })

  it('generates an image', async () => {
    const config = {
      responseModalities: ['TEXT', 'IMAGE'],
      imageConfig: { aspectRatio: '16:9', imageSize: '2K' },
    }
    const response = await client.models.generateContent({ ...IMAGE, config })
    const data = response.candidates?.[0]?.content?.parts?.find(({ inlineData }) => inlineData)?.inlineData
      ?.data
    expect((await sharp(Buffer.from(data ?? '', 'base64')).metadata()).format).toBe('png')
    expect(fake.charged()).toHaveLength(1)
  })

  it('edits an image', async () => {
    const data = (await madeImage('png')).toString('base64')
    const contents = [{ text: 'a hat' }, { inlineData: { mimeType: 'image/png', data } }]
    const response = await client.models.generateContent({ ...IMAGE, contents })
    expect(response.candidates?.[0]?.content?.parts).toHaveLength(2)
  })

  it('makes a video, polled and downloaded', async () => {
    let operation = await startVideo()
    expect(operation.done).toBeUndefined()
    while (!operation.done) operation = await client.operations.getVideosOperation({ operation })
    const [file] = operation.response?.generatedVideos ?? []
    const downloadPath = join(await makeTempDir(), 'video.mp4')
    // The client reads names out of https addresses only.
    const [name] = /files\/\w+/.exec(file?.video?.uri ?? '') ?? []
    await client.files.download({ file: name ?? '', downloadPath })
    expect((await readFile(downloadPath)).toString('latin1', 4, 8)).toBe('ftyp')
    expect(fake.charged()).toHaveLength(1)
  })

  it('says that a video was filtered', async () => {
    fake.nextVideo = 'filtered'
    fake.pollsToFinish = 0
    const started = await startVideo()
    const operation = await client.operations.getVideosOperation({ operation: started })
    expect(operation.response?.raiMediaFilteredCount).toBe(1)
  })

  it('refuses what its documentation does not have, in its own words', async () => {
    const wrong = { ...IMAGE, config: { imageConfig: { aspectRatio: '7:5' } } }
    await expect(client.models.generateContent(wrong)).rejects.toMatchObject({ status: 400 })
    await expect(client.models.generateContent({ ...IMAGE, model: 'imagen-4' })).rejects.toMatchObject({
      status: 404,
    })
    const stranger = new GoogleGenAI({ apiKey: 'other', httpOptions: { baseUrl: fake.baseUrl } })
    await expect(stranger.models.generateContent(IMAGE)).rejects.toThrow('API_KEY_INVALID')
    expect(fake.charged()).toHaveLength(0)
  })
})
