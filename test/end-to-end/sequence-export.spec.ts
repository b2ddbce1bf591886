/** What an open page does for sequences: last frames that shots go on from, and videos of shots that are unlike. */
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { ALL_FORMATS, FilePathSource, Input } from 'mediabunny'
import type { InputMedia } from '#contract/inputs.ts'
import type { Asset } from '#contract/library.ts'
import type { Sequence, SequenceInput, SequencePlan, Shot } from '#contract/sequences.ts'
import { type Host, test } from './studio.ts'

const SMALL = { duration: 1, resolution: '240p', fps: 24 }

function video(prompt: string, more: Partial<Shot> = {}): Shot {
  return {
    mediaType: 'video',
    provider: 'sample',
    model: 'drifting-landscape',
    prompt,
    options: SMALL,
    ...more,
  }
}

async function ask<Answer>(host: Host, route: string, input: unknown): Promise<Answer> {
  const { ok, data, error } = await host.call(route, input)
  expect(ok, error?.message).toBe(true)
  return data as unknown as Answer
}

/** A sequence whose shots were sent. */
async function generate(host: Host, sequence: SequenceInput): Promise<string> {
  const { id } = await ask<Sequence>(host, 'sequences.save', sequence)
  const { planHash } = await ask<SequencePlan>(host, 'sequences.plan', { id })
  await ask(host, 'sequences.generate', { id, planHash })
  return id
}

async function statesOf(host: Host, id: string): Promise<readonly string[]> {
  return (await ask<SequencePlan>(host, 'sequences.plan', { id })).shots.map(({ state }) => state)
}

async function makeAll(host: Host, sequence: SequenceInput): Promise<string> {
  const id = await generate(host, sequence)
  await expect.poll(() => statesOf(host, id), { timeout: 120_000 }).toEqual(sequence.shots.map(() => 'made'))
  return id
}

async function show(page: Page, id: string): Promise<void> {
  await page.evaluate((name) => (location.hash = `#/sequences/${name}`), id)
  await expect(page.getByRole('button', { name: 'Export' })).toBeVisible()
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

test(
  'goes on from the last frame of a video, and encodes it with an image, as soon as a page is open',
  { tag: '@main' },
  async ({ page, studio }) => {
    const host = await studio.startHost()
    const dataDir = join(studio.folder, 'data')
    const image: Shot = {
      mediaType: 'image',
      provider: 'sample',
      model: 'painted-landscape',
      prompt: 'a hill at dawn',
      stillMs: 500,
    }
    const shots = [
      video('a lake', { id: 'lake' }),
      video('the lake freezes', { from: { shotId: 'lake' } }),
      image,
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
    expect(whole).toMatchObject({ format: 'MP4', width, height, frames: 24 + 23 + 12 })
    expect(whole.seconds).toBeCloseTo(59 / 24, 1)
    expect(whole.soundSeconds).toBeGreaterThan(1.9)
  },
)

test('encodes a WebM of two videos of different size, and names it in the page', async ({ page, studio }) => {
  const host = await studio.startHost()
  const shots = [video('a lake'), video('a wood', { options: { ...SMALL, resolution: '360p', fps: 12 } })]
  const id = await makeAll(host, { name: 'Woods', width: 320, height: 240, frameRate: 30, shots })
  await studio.open(page, host)
  await show(page, id)
  await exportAs(page, 'Video (WebM)', 'Woods.webm')
  const whole = await measure(join(studio.folder, 'data', 'exports', 'Woods.webm'))
  expect(whole).toMatchObject({ format: 'WebM', width: 320, height: 240, frames: 60 })
  expect(whole.seconds).toBeCloseTo(2, 1)
})

test('joins two shots that are alike as they are, and says so', async ({ page, studio }) => {
  const host = await studio.startHost()
  // The studio's sound is MP3, which is encoded again for an MP4.
  const options = { ...SMALL, audio: false }
  const shots = [video('a lake', { options }), video('a pond', { options })]
  const id = await makeAll(host, { name: 'Lakes', shots })
  await studio.open(page, host)
  await show(page, id)
  await exportAs(
    page,
    'Video (MP4)',
    '“Lakes.mp4”. The clips were joined as they are, without encoding them again.',
  )
  const whole = await measure(join(studio.folder, 'data', 'exports', 'Lakes.mp4'))
  expect(whole).toMatchObject({ format: 'MP4', frames: 48 })
  expect(whole.seconds).toBeCloseTo(2, 1)
})
