import { createRequire } from 'node:module'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type * as NodeAv from 'node-av/api'
import { describe, expect, test } from 'vitest'
import { readRecipe } from '#core/library/provenance/read-recipe.ts'
import { SCENES } from '#contract/rules/media.ts'
import { SAMPLE_RATE } from '#local-service/music/synth/voice.ts'
import { centroid, peakOf } from '#test/local-service/music/analysis.ts'
import { SAMPLES_DIR } from '#hosts/build-paths.ts'
import { SAMPLE_WORKS } from '#hosts/command-line/sample-works.ts'

const fileOf = async (name: string): Promise<string> => {
  const file = (await readdir(SAMPLES_DIR)).find((entry) => entry.startsWith(`${name}.`))
  if (file === undefined) throw new Error(`There is no file of ${name}.`)
  return join(SAMPLES_DIR, file)
}

/** The left channel of a file's sound. */
async function soundOf(path: string): Promise<Float32Array> {
  const entry = createRequire(import.meta.url).resolve('node-av/api')
  const { Decoder, Demuxer, FilterAPI } = (await import(entry)) as typeof NodeAv
  await using input = await Demuxer.open(path)
  const stream = input.audio()
  if (!stream) throw new Error(`${path} holds no sound.`)
  using decoder = await Decoder.create(stream)
  using filter = FilterAPI.create(
    `aformat=sample_fmts=flt:sample_rates=${SAMPLE_RATE}:channel_layouts=stereo`,
  )
  const left: number[] = []
  for await (using frame of filter.frames(decoder.frames(input.packets(stream.index)))) {
    if (frame === null) break
    const bytes = frame.toBuffer()
    for (let at = 0; at < bytes.length; at += 8) left.push(bytes.readFloatLE(at))
  }
  return Float32Array.from(left)
}

test('there are twelve, over all scenes, in at most eight megabytes', async () => {
  expect(SAMPLE_WORKS).toHaveLength(12)
  expect(new Set(SAMPLE_WORKS.map(({ scene }) => scene))).toEqual(new Set(SCENES))
  const files = await Promise.all(SAMPLE_WORKS.map(async ({ name }) => readFile(await fileOf(name))))
  expect((await readdir(SAMPLES_DIR)).length).toBe(12)
  expect(files.reduce((sum, { length }) => sum + length, 0)).toBeLessThan(8_000_000)
})

test.each(SAMPLE_WORKS)('$name carries the recipe it was made with', async (work) => {
  const bytes = new Uint8Array(await readFile(await fileOf(work.name)))
  const { source, model, mediaType, scene, prompt, options } = (await readRecipe(bytes)) ?? {}
  expect({ source, model, mediaType, scene, prompt, options }).toEqual({
    source: 'atelier',
    model: work.model,
    mediaType: work.mediaType,
    scene: work.scene,
    prompt: work.prompt,
    options: work.options,
  })
})

describe.each(SAMPLE_WORKS.filter(({ mediaType }) => mediaType === 'music'))('$name', ({ name, options }) => {
  test('is as long as it says, neither too loud nor silent, and has a full spectrum', async () => {
    const sound = await soundOf(await fileOf(name))
    const seconds = sound.length / SAMPLE_RATE
    expect(Math.abs(seconds - Number(options['duration']))).toBeLessThan(0.1)
    expect(peakOf(sound)).toBeLessThan(1)
    const quietest = Array.from({ length: Math.floor(seconds) - 2 }, (_, second) =>
      peakOf(sound.subarray(second * SAMPLE_RATE, (second + 1) * SAMPLE_RATE)),
    )
    expect(Math.min(...quietest)).toBeGreaterThan(0.02)
    expect(Math.max(...quietest)).toBeGreaterThan(0.3)
    expect(centroid(sound)).toBeGreaterThan(500)
    expect(centroid(sound)).toBeLessThan(6500)
  })
})
