/** What an open page does for sequences: last frames that shots go on from, and videos of shots that are unlike. */
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { ALL_FORMATS, FilePathSource, Input } from 'mediabunny'
import sharp from 'sharp'
import type { InputMedia } from '#contract/inputs.ts'
import type { Asset } from '#contract/library.ts'
import type { Sequence, SequenceInput, SequencePlan, Shot } from '#contract/sequences.ts'
import {
  type ClipKind,
  ffmpeg,
  H264,
  makeClip,
  MP4_KIND,
  turnClip,
  whyNoClips,
} from '#test/stand-ins/clips.ts'
import { tinyVideo } from '#test/stand-ins/tiny-media.ts'
import { importFile } from './gallery-setup.ts'
import { ask, imageShot, shot, show, statesOf } from './sequence-setup.ts'
import { type Host, test } from './studio.ts'

/** A sequence whose shots were sent. */
async function generate(host: Host, sequence: SequenceInput): Promise<string> {
  const { id } = await ask<Sequence>(host, 'sequences.save', sequence)
  const { planHash } = await ask<SequencePlan>(host, 'sequences.plan', { id })
  await ask(host, 'sequences.generate', { id, planHash })
  return id
}

/** Chooses in the Export menu, and waits until the page says this of it. */
async function exportAs(page: Page, choice: string, said: string): Promise<void> {
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: choice }).click()
  const jobs = page.getByRole('region', { name: 'Jobs' })
  await expect(jobs).toContainText(said, { timeout: 120_000 })
}

async function measure(path: string) {
  const input = new Input({ source: new FilePathSource(path), formats: ALL_FORMATS })
  try {
    const track = await input.getPrimaryVideoTrack()
    const sound = await input.getPrimaryAudioTrack()
    if (!track) throw new Error('It has no video.')
    const { packetCount } = await track.computePacketStats()
    return {
      format: (await input.getFormat()).name,
      width: await track.getDisplayWidth(),
      height: await track.getDisplayHeight(),
      frames: packetCount,
      seconds: await input.computeDuration(),
      soundSeconds: (await sound?.computeDuration()) ?? 0,
    }
  } finally {
    input.dispose()
  }
}

test('goes on from the last frame of a video, and encodes it with an image, as soon as a page is open', async ({
  page,
  studio,
}) => {
  const host = await studio.startHost()
  const dataDir = join(studio.folder, 'data')
  const shots = [
    shot('a lake', { id: 'lake' }),
    shot('the lake freezes', { from: { shotId: 'lake' } }),
    imageShot('a hill at dawn', { stillMs: 500 }),
  ]
  const id = await generate(host, { name: 'Ice', shots })
  await expect.poll(() => statesOf(host, id), { timeout: 120_000 }).toEqual(['made', 'waiting', 'made'])

  await studio.open(page, host)
  await expect.poll(() => statesOf(host, id), { timeout: 120_000 }).toEqual(['made', 'made', 'made'])
  const made = await ask<Sequence>(host, 'sequences.get', { id })
  const [lake, ice] = await Promise.all(
    made.shots.slice(0, 2).map(({ shown }) => ask<Asset>(host, 'library.get', { id: shown })),
  )
  expect(ice?.inputs).toHaveLength(1)
  const frame = await ask<InputMedia>(host, 'inputs.get', { id: ice?.inputs?.[0]?.inputId })
  expect(frame).toMatchObject({
    kind: 'image',
    mimeType: 'image/png',
    width: lake?.width,
    height: lake?.height,
  })

  await show(page, id)
  await exportAs(page, 'Video (MP4)', 'Ice.mp4')
  const { width, height } = lake ?? {}
  const whole = await measure(join(dataDir, 'exports', 'Ice.mp4'))
  // A repeated frame is left out.
  expect(whole).toMatchObject({ format: 'MP4', width, height, frames: 8 + 7 + 4 })
  expect(whole.seconds).toBeCloseTo(19 / 8, 1)
  expect(whole.soundSeconds).toBeGreaterThan(1.9)
})

/** A shot that shows a video of the user's own, so that nothing has to be made first. */
async function ownShot(host: Host, video: Parameters<typeof tinyVideo>[0]): Promise<Shot> {
  const name = `${video.width} ${video.frames}.mp4`
  return shot('own', { take: await importFile(host, { name, bytes: await tinyVideo(video) }, 'video/mp4') })
}

test('encodes a WebM of two videos of different size, and names it in the page', async ({ page, studio }) => {
  const host = await studio.startHost()
  const shots = [
    await ownShot(host, { width: 64, height: 48, frames: 24, fps: 24 }),
    await ownShot(host, { width: 96, height: 48, frames: 12, fps: 12 }),
  ]
  const sequence = { name: 'Woods', width: 128, height: 96, frameRate: 30, shots }
  const { id } = await ask<Sequence>(host, 'sequences.save', sequence)
  await studio.open(page, host)
  await show(page, id)
  await exportAs(page, 'Video (WebM)', 'Woods.webm')
  const whole = await measure(join(studio.folder, 'data', 'exports', 'Woods.webm'))
  expect(whole).toMatchObject({ format: 'WebM', width: 128, height: 96, frames: 60 })
  expect(whole.seconds).toBeCloseTo(2, 1)
})

test('joins two shots that are alike as they are, and says so', async ({ page, studio }) => {
  const host = await studio.startHost()
  const shots = [
    await ownShot(host, { width: 64, height: 48, frames: 24, fps: 24 }),
    await ownShot(host, { width: 64, height: 48, frames: 12, fps: 24 }),
  ]
  const { id } = await ask<Sequence>(host, 'sequences.save', { name: 'Lakes', shots })
  await studio.open(page, host)
  await show(page, id)
  await exportAs(
    page,
    'Video (MP4)',
    '“Lakes.mp4”. The clips were joined as they are, without encoding them again.',
  )
  const whole = await measure(join(studio.folder, 'data', 'exports', 'Lakes.mp4'))
  expect(whole).toMatchObject({ format: 'MP4', frames: 36 })
  expect(whole.seconds).toBeCloseTo(1.5, 1)
})

test('encodes clips that are unlike in every way, none of them too short or without its sound', async ({
  page,
  studio,
}) => {
  const skipped = whyNoClips()
  test.skip(skipped !== null, skipped ?? '')
  const host = await studio.startHost()
  const stereo: ClipKind = { ...MP4_KIND, rate: '25', audio: ['-c:a', 'aac', '-ac', '2', '-ar', '44100'] }
  const silent: ClipKind = { format: 'webm', video: ['-c:v', 'libvpx'], audio: [], rate: '30' }
  const variable = ['-vf', "select='not(mod(n,3))+gt(n,12)'", '-fps_mode', 'vfr']
  const files = [
    await turnClip(await makeClip(studio.folder, 'turned', MP4_KIND, 24)),
    await makeClip(studio.folder, 'variable', { ...MP4_KIND, video: [...H264, ...variable] }, 24),
    await makeClip(studio.folder, 'stereo', stereo, 25),
    await makeClip(studio.folder, 'silent', silent, 30),
    await makeClip(studio.folder, 'short', MP4_KIND, 3),
  ]
  const shots: Shot[] = []
  for (const path of files) {
    const name = basename(path)
    const bytes = await readFile(path)
    shots.push(
      shot(name, { take: await importFile(host, { name, bytes }, `video/${name.split('.').at(-1)}`) }),
    )
  }
  const { id } = await ask<Sequence>(host, 'sequences.save', {
    name: 'Mixed',
    width: 160,
    height: 120,
    shots,
  })
  await studio.open(page, host)
  await show(page, id)
  await exportAs(page, 'Video (MP4)', 'Mixed.mp4')
  const whole = await measure(join(studio.folder, 'data', 'exports', 'Mixed.mp4'))
  expect(whole).toMatchObject({ format: 'MP4', width: 160, height: 120 })
  expect(Math.abs(whole.frames - 99)).toBeLessThan(3)
  expect(whole.seconds).toBeCloseTo(whole.frames / 24, 1)
  expect(whole.soundSeconds).toBeCloseTo(whole.seconds, 0)
})

test('plays as long as it exports: by its frames, and none of them twice', async ({ page, studio }) => {
  const skipped = whyNoClips()
  test.skip(skipped !== null, skipped ?? '')
  const host = await studio.startHost()
  const silence = ['-af', 'apad=pad_dur=1', '-c:a', 'aac']
  const take = async (name: string) => {
    const bytes = await readFile(await makeClip(studio.folder, name, { ...MP4_KIND, audio: silence }, 24))
    return await importFile(host, { name: `${name}.mp4`, bytes }, 'video/mp4')
  }
  const first = await take('first')
  const second = shot('second', { from: { assetId: first }, take: await take('second') })
  const sequence = { name: 'Silent', shots: [shot('first', { take: first }), second] }
  const { id } = await ask<Sequence>(host, 'sequences.save', sequence)
  await studio.open(page, host)
  await show(page, id)
  await expect(page.getByText('0:00.00 / 0:01.95', { exact: true })).toBeVisible()
  await exportAs(page, 'Video (MP4)', 'Silent.mp4')
  const whole = await measure(join(studio.folder, 'data', 'exports', 'Silent.mp4'))
  expect(whole.frames).toBe(47)
})

/** In dB, over all three colours. */
async function likeness(one: Buffer, other: Buffer): Promise<number> {
  const pixels = [one, other].map((image) => sharp(image).removeAlpha().raw().toBuffer())
  const [a = one, b = other] = await Promise.all(pixels)
  const error = a.reduce((sum, value, at) => sum + (value - (b[at] ?? 0)) ** 2, 0) / a.length
  return 10 * Math.log10(255 ** 2 / error)
}

/** An untagged video is read by its size here, as players do; ffmpeg takes BT.601 for all of them. */
test('a last frame has the colours that ffmpeg reads, where its video says what they are', async ({
  page,
  studio,
}) => {
  const skipped = whyNoClips()
  test.skip(skipped !== null, skipped ?? '')
  const host = await studio.openHost(page)
  for (const colours of ['smpte170m', 'bt709']) {
    // Without edges, which every reader fills in its own way.
    const picture = ['-vf', `gblur=sigma=12,scale=out_color_matrix=${colours},format=yuv420p`, '-qp', '8']
    const tags = ['-colorspace', colours, '-color_primaries', colours, '-color_trc', colours]
    const kind: ClipKind = { ...MP4_KIND, video: [...H264, ...picture, ...tags], audio: [] }
    const path = await makeClip(studio.folder, colours, kind, 12)
    const frame = join(studio.folder, `${colours}.png`)
    await ffmpeg(['-i', path, '-vf', String.raw`select=eq(n\,11)`, '-frames:v', '1', frame])
    const assetId = await importFile(
      host,
      { name: `${colours}.mp4`, bytes: await readFile(path) },
      'video/mp4',
    )
    const { id } = await ask<InputMedia>(host, 'rendering.lastFrame', { assetId })
    const made = await page.request.get(new URL(`/inputs/${id}`, page.url()).href)
    expect(await likeness(await made.body(), await readFile(frame)), colours).toBeGreaterThan(33)
  }
})
