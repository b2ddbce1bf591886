/**
 * Answers of services that the samples do not hold, made up from habits seen in the field: does the finder understand what
 * keys and structures mean, rather than those it was written beside?
 */
import { Buffer } from 'node:buffer'
import { expect, test } from 'vitest'
import type { Json } from '#contract/json.ts'
import { findResults, type FindContext } from '#core/results/find-results.ts'

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const GIF = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
const MP3_HEX = Buffer.concat([
  Buffer.from('ID3\x03\0\0\0\0\0\0', 'latin1'),
  Buffer.from([0xff, 0xfb, 0x90, 0x64]),
  Buffer.alloc(60),
]).toString('hex')
const C = 'https://cdn.example.net'

interface Invented {
  readonly name: string
  readonly context: FindContext
  readonly answer: Json
  /** `kind address` or `kind /pointer`, in order. */
  readonly results: readonly string[]
  /** Addresses that must not be found in any role. */
  readonly never?: readonly string[]
}

const image = { mediaType: 'image' }
const video = { mediaType: 'video' }
const music = { mediaType: 'music' }
const model3d = { mediaType: 'model3d' }

const INVENTED: readonly Invented[] = [
  {
    name: 'a chat answer with a Markdown picture and a page link',
    context: image,
    answer: {
      choices: [
        {
          message: {
            role: 'assistant',
            content: `Done!\n\n![cat](${C}/o/cat.png)\n\nSee [the guide](https://help.example.net/guide).`,
          },
        },
      ],
    },
    results: [`image ${C}/o/cat.png`],
    never: ['https://help.example.net/guide'],
  },
  {
    name: 'parts of a chat model with drafts, a signature and inline data',
    context: image,
    answer: {
      candidates: [
        {
          content: {
            parts: [
              { thought: true, inlineData: { mimeType: 'image/gif', data: GIF } },
              { text: 'Here it is.' },
              { inlineData: { mimeType: 'image/png', data: PNG }, thoughtSignature: 'Q'.repeat(400) },
            ],
          },
        },
      ],
    },
    results: ['image /candidates/0/content/parts/2/inlineData/data'],
  },
  {
    name: 'a bare base64 result of a tool call',
    context: image,
    answer: {
      output: [
        { type: 'reasoning', summary: [] },
        { type: 'image_generation_call', status: 'completed', result: PNG },
      ],
    },
    results: ['image /output/1/result'],
  },
  {
    name: 'sound as hex under a key that elsewhere holds an address',
    context: music,
    answer: { data: { audio: MP3_HEX, status: 2 }, trace_id: '0123456789abcdef0123456789abcdef' },
    results: ['audio /data/audio'],
  },
  {
    name: 'a film with a poster, a page, a playlist and captions',
    context: video,
    answer: {
      video: {
        playbackUrl: `${C}/v/9/index.m3u8`,
        downloadUrl: `${C}/v/9/film.mp4`,
        hostedUrl: 'https://app.example.net/v/9',
        posterImage: `${C}/v/9/poster.jpg`,
        subtitleUrl: `${C}/v/9/en.vtt`,
      },
    },
    results: [`video ${C}/v/9/film.mp4`],
    never: ['https://app.example.net/v/9'],
  },
  {
    name: 'one sound in two encodings',
    context: music,
    answer: {
      task_result: {
        audios: [{ id: 'a1', url_mp3: `${C}/a1.mp3`, url_wav: `${C}/a1.wav`, duration_mp3: '5' }],
      },
    },
    results: [`audio ${C}/a1.mp3`],
  },
  {
    name: 'film, last frame and the pictures it started from',
    context: video,
    answer: {
      content: { video_url: `${C}/f.mp4?sig=1`, last_frame_url: `${C}/f_last.png?sig=2` },
      first_frame_url: `${C}/in/first.png`,
    },
    results: [`video ${C}/f.mp4?sig=1`],
  },
  {
    name: 'a list of films with covers and watermarked copies',
    context: video,
    answer: {
      creations: [
        { id: '1', url: `${C}/k/1.mp4`, cover_url: `${C}/k/1.jpeg`, watermarked_url: `${C}/k/1-wm.mp4` },
        { id: '2', url: `${C}/k/2.mp4`, cover_url: `${C}/k/2.jpeg`, watermarked_url: `${C}/k/2-wm.mp4` },
      ],
    },
    results: [`video ${C}/k/1.mp4`, `video ${C}/k/2.mp4`],
  },
  {
    name: 'a copy without a watermark beside the usual one',
    context: video,
    answer: {
      data: {
        videoURL: `${C}/h/usual.mp4`,
        downloadURLWithoutWatermark: `${C}/h/clean.mp4`,
        coverURL: `${C}/h/cover.jpg`,
      },
    },
    results: [`video ${C}/h/clean.mp4`],
  },
  {
    name: 'a film without an extension behind an API address',
    context: video,
    answer: {
      done: true,
      response: {
        generateVideoResponse: {
          generatedSamples: [
            { video: { uri: 'https://media.example.net/v1beta/files/abc:download?alt=media' } },
          ],
        },
      },
    },
    results: ['video https://media.example.net/v1beta/files/abc:download?alt=media'],
  },
  {
    name: 'a talking head with its source picture and voice',
    context: video,
    answer: {
      source_url: `${C}/faces/in.png`,
      audio_url: `${C}/speech.wav`,
      result_url: `${C}/talks/out.mp4`,
      webhook: 'https://hook.example.org/t',
      user: { name: 'x', avatar_url: `${C}/me.png` },
    },
    results: [`video ${C}/talks/out.mp4`],
    never: ['https://hook.example.org/t', `${C}/me.png`],
  },
  {
    name: 'a 3D model with a render and a base model',
    context: model3d,
    answer: {
      output: {
        base_model: `${C}/m/base.glb?e=1`,
        pbr_model: `${C}/m/pbr.glb?e=1`,
        rendered_image: `${C}/m/render.webp?e=1`,
      },
      thumbnail: `${C}/m/thumb.webp`,
    },
    results: [`model3d ${C}/m/pbr.glb?e=1`],
  },
  {
    name: 'a list of files of one 3D model',
    context: model3d,
    answer: {
      list: [
        { name: 'preview.webp', url: `${C}/r/1/preview.webp?s=1` },
        { name: 'base_pbr.usdz', url: `${C}/r/1/base_pbr.usdz?s=1` },
        { name: 'base_pbr.glb', url: `${C}/r/1/base_pbr.glb?s=1` },
      ],
    },
    results: [`model3d ${C}/r/1/base_pbr.glb?s=1`],
  },
  {
    name: 'a rigged character in two formats and its walk',
    context: model3d,
    answer: {
      result: {
        rigged_character_fbx_url: `${C}/rig/char.fbx`,
        rigged_character_glb_url: `${C}/rig/char.glb`,
        basic_animations: { walking_glb_url: `${C}/rig/walk.glb`, walking_fbx_url: `${C}/rig/walk.fbx` },
      },
    },
    results: [`model3d ${C}/rig/char.glb`, `model3d ${C}/rig/walk.glb`],
  },
  {
    name: 'a trained adapter and its settings',
    context: image,
    answer: {
      diffusers_lora_file: { url: `${C}/lora.safetensors`, content_type: 'application/octet-stream' },
      config_file: { url: `${C}/config.json`, content_type: 'application/octet-stream' },
    },
    results: [`file ${C}/lora.safetensors`],
  },
  {
    name: 'a cut-out with its mask',
    context: image,
    answer: {
      image: { url: `${C}/cut.png`, content_type: 'image/png' },
      mask_image: { url: `${C}/mask.png`, content_type: 'image/png' },
    },
    results: [`image ${C}/cut.png`],
  },
  {
    name: 'only a mask, since a mask was asked for',
    context: image,
    answer: { status: 'ok', mask: `${C}/mask-only.png` },
    results: [`image ${C}/mask-only.png`],
  },
  {
    name: 'a grid, its tiles, and copies of both elsewhere',
    context: image,
    answer: {
      output: {
        image_url: `${C}/grid.png`,
        discord_image_url: 'https://attachments.example.org/1/grid.png',
        image_urls: [`${C}/t1.png`, `${C}/t2.png`],
        temporary_image_urls: ['https://tmp.example.org/t1.webp', 'https://tmp.example.org/t2.webp'],
        intermediate_image_urls: [`${C}/p1.webp`],
      },
    },
    results: [`image ${C}/grid.png`, `image ${C}/t1.png`, `image ${C}/t2.png`],
  },
  {
    name: 'an upstream answer kept beside the stored files',
    context: image,
    answer: {
      images: [{ url: `${C}/stored/1.png` }, { url: `${C}/stored/2.png` }],
      raw_response: { output: ['https://up.example.org/1.png', 'https://up.example.org/2.png'] },
    },
    results: [`image ${C}/stored/1.png`, `image ${C}/stored/2.png`],
  },
  {
    name: 'a queue answer with steering links and a wrapped result',
    context: image,
    answer: {
      request_id: 'r',
      response_url: 'https://queue.example.net/requests/r',
      status_url: 'https://queue.example.net/requests/r/status',
      cancel_url: 'https://queue.example.net/requests/r/cancel',
      logs: [{ message: `loaded ${C}/weights.bin` }],
      payload: { images: [{ url: `${C}/files/abc`, content_type: 'image/jpeg', file_name: 'abc.jpg' }] },
    },
    results: [`image ${C}/files/abc`],
    never: ['https://queue.example.net/requests/r', `${C}/weights.bin`],
  },
  {
    name: 'sizes of one picture',
    context: image,
    answer: {
      photos: [
        {
          src: {
            original: `${C}/s/o.jpg`,
            large: `${C}/s/l.jpg`,
            medium: `${C}/s/m.jpg`,
            small: `${C}/s/s.jpg`,
          },
          photographer_url: 'https://example.net/@someone',
        },
      ],
    },
    results: [`image ${C}/s/o.jpg`],
    never: ['https://example.net/@someone'],
  },
  {
    name: 'qualities of one film in a list',
    context: video,
    answer: {
      files: [
        { quality: 'sd', link: `${C}/q/sd.mp4` },
        { quality: 'hd', link: `${C}/q/hd.mp4` },
      ],
    },
    results: [`video ${C}/q/hd.mp4`],
  },
  {
    name: 'voice and music of one scene, which are two things',
    context: music,
    answer: { speech_url: `${C}/speech.mp3`, music_url: `${C}/bed.mp3` },
    results: [`audio ${C}/speech.mp3`, `audio ${C}/bed.mp3`],
  },
  {
    name: 'addresses relative to the service',
    context: { ...image, baseUrl: 'https://api.example.net/base/' },
    answer: { output: { images: ['/files/one.png', 'out/two.png'] }, name: 'three.png' },
    results: [
      'image https://api.example.net/files/one.png',
      'image https://api.example.net/base/out/two.png',
    ],
  },
  {
    name: 'an address without a scheme and one in angle brackets',
    context: image,
    answer: ['//cdn.example.net/a.png', ` <${C}/b.png>\n`],
    results: ['image https://cdn.example.net/a.png', `image ${C}/b.png`],
  },
  {
    name: 'several addresses in one text',
    context: image,
    answer: { result: `${C}/1.png,${C}/2.png` },
    results: [`image ${C}/1.png`, `image ${C}/2.png`],
  },
  {
    name: 'a bare address without an extension',
    context: video,
    answer: `${C}/f/01J`,
    results: [`video ${C}/f/01J`],
  },
  {
    name: 'a whole answer as JSON in a text, in snake, kebab and Pascal case',
    context: image,
    answer: JSON.stringify({
      'Result-Image-List': [{ Final_Image_Url: `${C}/x/1.png`, 'thumb-nail-url': `${C}/x/1s.png` }],
    }),
    results: [`image ${C}/x/1.png`],
  },
  {
    name: 'only a playlist',
    context: video,
    answer: { output: { hls_url: `${C}/live/master.m3u8` }, cover: `${C}/live/c.jpg` },
    results: [`video ${C}/live/master.m3u8`],
  },
  {
    name: 'a picture drawn as SVG in the answer',
    context: image,
    answer: { svg: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1"/></svg>' },
    results: ['image /svg'],
  },
  {
    name: 'a character as a portrait',
    context: { mediaType: 'character' },
    answer: { character: { id: 'c', name: 'Mia', avatar_url: `${C}/mia.png`, voice: { id: 'v' } } },
    results: [`image ${C}/mia.png`],
  },
  {
    name: 'a refusal in words',
    context: image,
    answer: {
      choices: [{ message: { content: 'I cannot draw that. See https://example.net/policy.' } }],
    },
    results: [],
    never: ['https://example.net/policy'],
  },
  {
    name: 'an HTML player in a text',
    context: video,
    answer: { message: { content: `<video controls src="${C}/p/1.mp4" poster="${C}/p/1.jpg"></video>` } },
    results: [`video ${C}/p/1.mp4`],
  },
  {
    name: 'keys that belong to every object',
    context: image,
    answer: JSON.parse(
      `{"__proto__": {"url": "${C}/a.png"}, "constructor": ["${C}/b.png"], "toString": null}`,
    ) as Json,
    results: [`image ${C}/a.png`, `image ${C}/b.png`],
  },
]

test.each(INVENTED.map((sample) => [sample.name, sample] as const))('understands %s', async (_, sample) => {
  const { found } = await findResults(sample.answer, sample.context)
  const named = found.map(({ kind, role, source, place }) => ({
    role,
    text: `${kind} ${source.kind === 'url' ? source.url : place}`,
  }))
  expect(named.filter(({ role }) => role === 'result').map(({ text }) => text)).toEqual(sample.results)
  const urls = found.map(({ source }) => (source.kind === 'url' ? source.url : ''))
  expect((sample.never ?? []).filter((url) => urls.includes(url))).toEqual([])
})
