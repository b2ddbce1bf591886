/** Sequences with takes in a real library, and what comes of exporting them. */
import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Job } from '#contract/library.ts'
import type { Asset } from '#contract/library.ts'
import type { HandOffFormat, Sequence, Shot } from '#contract/sequences.ts'
import { makeImage } from '#test/stand-ins/faulty-tasks.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { REQUEST, type TestApp } from '#test/stand-ins/test-app.ts'
import { tinyAudio, tinyVideo } from '#test/stand-ins/tiny-media.ts'

export function shot(more: Partial<Shot> = {}): Shot {
  return {
    mediaType: 'video',
    provider: REQUEST.provider,
    model: REQUEST.model,
    prompt: 'a red fox',
    ...more,
  }
}

export async function addFile(app: TestApp, name: string, bytes: Uint8Array): Promise<Asset> {
  const body = async function* () {
    yield bytes
  }
  const added = await app.app.importFile({ name, body: body() })
  if (!added.ok) throw new Error(added.error.message)
  return added.data.asset
}

/** Two videos, an image and a sound: what every format has a place for. */
export async function makeSequence(app: TestApp, more: Partial<Shot> = {}): Promise<Sequence> {
  const [first, second] = [
    await addFile(app, 'first.mp4', await tinyVideo({ width: 32, height: 32, frames: 24, fps: 24 })),
    await addFile(app, 'second.mp4', await tinyVideo({ width: 32, height: 32, frames: 36, fps: 24 })),
  ]
  const still = await addFile(app, 'still.png', await makeImage(5))
  const sound = await addFile(app, 'song.wav', tinyAudio(2))
  return app.ask('sequences.save', {
    name: 'Fox: the film?',
    frameRate: 24,
    shots: [
      shot({ id: 'a', title: 'Meets <a> fox', take: first.id, caption: 'It is cold.' }),
      shot({ id: 'b', from: { shotId: 'a' }, take: second.id, ...more }),
      shot({ id: 'c', mediaType: 'image', take: still.id, stillMs: 1_000, caption: 'The end' }),
      shot({ id: 'd', prompt: 'not made yet' }),
    ],
    sound: [{ assetId: sound.id, startMs: 500, levelDb: -6, fadeInMs: 250, fadeOutMs: 250 }],
  })
}

/** The job as it ended. */
export async function exported(
  app: TestApp,
  wish: { readonly id: string; readonly format: HandOffFormat; readonly media?: boolean },
): Promise<Job> {
  const { id } = await app.ask('sequences.export', wish)
  return app.until(async () => {
    const { items } = await app.ask('jobs.list', {})
    return items.find((job) => job.id === id && job.state !== 'running')
  })
}

export async function textOf({ path = '' }: Job): Promise<string> {
  return readFile(path, 'utf8')
}

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

export async function foreignFile(bytes: Uint8Array, name = 'stranger.atelier'): Promise<string> {
  const path = join(await makeTempDir(), name)
  await writeFile(path, bytes)
  return path
}
