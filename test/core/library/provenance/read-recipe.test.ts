import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { readRecipe } from '#core/library/provenance/read-recipe.ts'
import { makeImage } from '#test/stand-ins/faulty-tasks.ts'
import { tinyVideo } from '#test/stand-ins/tiny-media.ts'
import { withText, type TextChunk } from './files.ts'

function sample(name: string): string {
  return readFileSync(join(import.meta.dirname, '../../../data/recipes', name), 'utf8').trim()
}

const A1111 = {
  source: 'a1111',
  mediaType: 'image',
  scene: 'text-to-image',
  model: 'v1-5-pruned-emaonly',
  prompt: 'a red fox in deep snow, (highly detailed:1.2), <lora:winter_v2:0.8>\nsecond line of the prompt',
  options: {
    negative_prompt: 'blurry, lowres,\nbad anatomy',
    steps: 20,
    sampler: 'DPM++ 2M Karras',
    cfg_scale: 7,
    seed: 2_870_305_590,
    width: 512,
    height: 768,
    model_hash: '6ce0161689',
    strength: 0.35,
    clip_skip: 2,
    ensd: 31_337,
    lora_hashes: 'winter_v2: 3d9b7a1c, other: 00ff',
    hires_upscale: 2,
    restore_faces: true,
    version: 'v1.10.1',
  },
}

describe('A1111', () => {
  test.each<TextChunk>(['tEXt', 'zTXt', 'iTXt', 'compressed iTXt'])('in a PNG, as %s', async (chunk) => {
    const file = withText(await makeImage(1), chunk, 'parameters', sample('a1111-plain.txt'))
    expect(await readRecipe(file)).toEqual(A1111)
  })

  test.each(['jpeg', 'webp'] as const)('in the EXIF of a %s', async (format) => {
    const exif = { IFD2: { UserComment: sample('a1111-plain.txt') } }
    expect(
      await readRecipe(
        await sharp(await makeImage(1))
          .toFormat(format)
          .withExif(exif)
          .toBuffer(),
      ),
    ).toEqual(A1111)
  })

  test.each(['utf16le', 'utf16be'] as const)('in the EXIF of a JPEG, in any script, as %s', async (order) => {
    const text = Buffer.from(`雪の中の狐\nNegative prompt: ぼやけ\nSteps: 4, Seed: 1`, 'utf16le')
    const comment = Buffer.concat([Buffer.from('UNICODE\0'), order === 'utf16be' ? text.swap16() : text])
    const plain = await sharp(await makeImage(1))
      .jpeg()
      .withExif({ IFD2: { UserComment: 'x'.repeat(comment.length - 8) } })
      .toBuffer()
    const at = plain.indexOf('ASCII\0\0\0')
    const file = Buffer.concat([plain.subarray(0, at), comment, plain.subarray(at + comment.length)])
    expect(await readRecipe(file)).toMatchObject({
      prompt: '雪の中の狐',
      options: { negative_prompt: 'ぼやけ', steps: 4 },
    })
  })

  test('a seed that a number cannot hold stays a text', async () => {
    const file = withText(await makeImage(1), 'tEXt', 'parameters', sample('a1111-short.txt'))
    expect(await readRecipe(file)).toEqual({
      source: 'a1111',
      mediaType: 'image',
      scene: 'text-to-image',
      model: 'flux1-schnell',
      prompt: 'fox',
      options: {
        steps: 4,
        sampler: 'Euler',
        scheduler: 'Simple',
        cfg_scale: 1,
        seed: '18446744073709551615',
        width: 1024,
        height: 1024,
      },
    })
  })

  test('Latin-1 is read where it is no UTF-8', async () => {
    const text = Buffer.from('caf\u00E9\nSteps: 4', 'latin1')
    expect(await readRecipe(withText(await makeImage(1), 'tEXt', 'parameters', text))).toMatchObject({
      prompt: 'caf\u00E9',
    })
  })

  test('a comment of another kind is no recipe', async () => {
    expect(await readRecipe(withText(await makeImage(1), 'tEXt', 'parameters', 'made by hand'))).toBeNull()
    expect(await readRecipe(withText(await makeImage(1), 'tEXt', 'Comment', 'Steps to the house'))).toBeNull()
  })
})

const SIMPLE = {
  source: 'comfyui',
  mediaType: 'image',
  scene: 'text-to-image',
  model: 'v1-5-pruned-emaonly.safetensors',
  prompt: 'a red fox in deep snow',
  options: {
    negative_prompt: 'blurry, lowres',
    seed: 8_566_257,
    steps: 20,
    cfg_scale: 8,
    strength: 1,
    sampler: 'euler',
    scheduler: 'normal',
    width: 512,
    height: 768,
  },
}

describe('ComfyUI', () => {
  test('the graph of an image, from its sampler back', async () => {
    const file = withText(await makeImage(1), 'tEXt', 'prompt', sample('comfyui-simple.json'))
    expect(await readRecipe(withText(file, 'tEXt', 'workflow', '{}'))).toEqual(SIMPLE)
  })

  test('through guides, strings and numbers that come from nodes of their own', async () => {
    const file = withText(await makeImage(1), 'tEXt', 'prompt', sample('comfyui-flux.json'))
    expect(await readRecipe(file)).toEqual({
      source: 'comfyui',
      mediaType: 'image',
      scene: 'text-to-image',
      model: 'flux1-dev.safetensors',
      prompt: 'a lighthouse at dusk',
      options: {
        seed: 219_670_278_747_233,
        steps: 28,
        strength: 1,
        sampler: 'euler',
        scheduler: 'simple',
        width: 1024,
        height: 576,
      },
    })
  })

  test('what is wanted and what is not stay apart behind a node with both, and the sampler that begins counts', async () => {
    const file = withText(await makeImage(1), 'tEXt', 'prompt', sample('comfyui-controlnet.json'))
    expect(await readRecipe(file)).toMatchObject({
      model: 'sdxl.safetensors',
      prompt: 'an owl on a branch',
      options: { negative_prompt: 'cartoon', seed: 11, steps: 30, cfg_scale: 6.5 },
    })
  })

  test('the drawn graph where that is all there is', async () => {
    const file = withText(await makeImage(1), 'zTXt', 'workflow', sample('comfyui-workflow.json'))
    expect(await readRecipe(file)).toMatchObject({
      model: 'dream.safetensors',
      prompt: 'a red fox',
      options: { negative_prompt: 'blurry', seed: 77, steps: 25, cfg_scale: 6, width: 640, height: 480 },
    })
  })

  test('in the EXIF of a WebP', async () => {
    const exif = {
      IFD0: { Make: `workflow:{}`, Model: `prompt:${sample('comfyui-simple.json').replace(/\s+/g, ' ')}` },
    }
    expect(
      await readRecipe(
        await sharp(await makeImage(1))
          .webp()
          .withExif(exif)
          .toBuffer(),
      ),
    ).toEqual(SIMPLE)
  })

  test.each(['comment', 'keys'])('in the tags of a video, as %s', async (place) => {
    const video = await tinyVideo({ width: 32, height: 16, frames: 3, fps: 12 })
    const graph = sample('comfyui-simple.json')
    const file =
      place === 'comment'
        ? withComment(video, JSON.stringify({ prompt: graph }))
        : withKey(video, 'prompt', graph)
    expect(await readRecipe(file)).toEqual(SIMPLE)
  })

  test('a graph that goes round in circles ends', async () => {
    const graph = {
      1: {
        class_type: 'KSampler',
        inputs: { seed: 1, positive: ['2', 0], negative: ['1', 0], model: ['1', 0] },
      },
      2: { class_type: 'Round', inputs: { positive: ['3', 0], text: ['2', 0] } },
      3: { class_type: 'Round', inputs: { conditioning: ['2', 0], text: ['3', 0] } },
    }
    const file = withText(await makeImage(1), 'tEXt', 'prompt', JSON.stringify(graph))
    expect(await readRecipe(file)).toMatchObject({ options: { seed: 1 } })
  })
})

test('A1111 is read before ComfyUI where a tool writes both', async () => {
  const file = withText(await makeImage(1), 'tEXt', 'prompt', sample('comfyui-simple.json'))
  const both = withText(file, 'tEXt', 'parameters', sample('a1111-short.txt'))
  expect(await readRecipe(both)).toMatchObject({ source: 'a1111', prompt: 'fox' })
})

test('nothing is found where nothing is', async () => {
  expect(await readRecipe(await makeImage(1))).toBeNull()
  expect(await readRecipe(Buffer.from('{"prompt": {}}'))).toBeNull()
  expect(await readRecipe(new Uint8Array())).toBeNull()
})

function box(type: string, ...content: readonly Uint8Array[]): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + content.reduce((sum, part) => sum + part.length, 0))
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, ...content])
}

/** As ffmpeg writes `-metadata comment=…` into MP4. */
function withComment(video: Uint8Array, text: string): Buffer {
  const data = box('data', Buffer.from('0000000100000000', 'hex'), Buffer.from(text))
  return inMoov(video, box('udta', box('meta', Buffer.alloc(4), box('ilst', box('\u00A9cmt', data)))))
}

/** As ffmpeg writes it with `-movflags use_metadata_tags`. */
function withKey(video: Uint8Array, key: string, text: string): Buffer {
  const data = box('data', Buffer.from('0000000100000000', 'hex'), Buffer.from(text))
  const keys = box('keys', Buffer.from('0000000000000001', 'hex'), box('mdta', Buffer.from(key)))
  return inMoov(
    video,
    box('udta', box('meta', Buffer.alloc(4), keys, box('ilst', box('\0\0\0\u0001', data)))),
  )
}

/** The video with a box at the end of its index, which stands at the end of the file. */
function inMoov(video: Uint8Array, content: Buffer): Buffer {
  const bytes = Buffer.concat([video, content])
  const moov = bytes.indexOf('moov') - 4
  bytes.writeUInt32BE(bytes.length - moov, moov)
  return bytes
}
