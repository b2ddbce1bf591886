/**
 * Makes a piece the way the threads do, as WAV in a folder of its own, and reads its samples back.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makePiece, makeStem, type PieceFacts } from '#local-service/music/make-music.ts'
import { STEMS, type MusicJob } from '#local-service/music/music-job.ts'
import { makeFolder } from '../support/service.ts'

export interface Rendered {
  readonly left: Float32Array
  readonly right: Float32Array
  readonly bytes: Buffer
  readonly facts: PieceFacts
}

/** A job for five seconds of WAV; `over` replaces fields. */
export function musicJob(over: Partial<MusicJob> = {}): MusicJob {
  const base = { model: 'small-ensemble', prompt: 'folk', seed: 3, duration: 5 } as const
  return { ...base, tempo: null, key: null, instrumental: true, format: 'wav', ...over }
}

/** The file of `music` and what is said about it. */
export async function makeFile(
  music: MusicJob,
): Promise<{ readonly bytes: Buffer; readonly facts: PieceFacts }> {
  const folder = await makeFolder()
  try {
    const stemPaths = STEMS.map((stem) => join(folder.path, stem))
    for (const [index, stem] of STEMS.entries()) {
      await makeStem({ music, stem, path: stemPaths[index] ?? '' }, () => {})
    }
    const path = join(folder.path, 'piece')
    const facts = await makePiece({ music, stemPaths, path }, () => {})
    return { bytes: await readFile(path), facts }
  } finally {
    await folder.remove()
  }
}

/** The piece as samples from -1 to 1. */
export async function render(over: Partial<MusicJob> = {}): Promise<Rendered> {
  const { bytes, facts } = await makeFile(musicJob({ ...over, format: 'wav' }))
  const at = bytes.indexOf('data', 12, 'latin1')
  const count = bytes.readUInt32LE(at + 4) / 4
  const [left, right] = [new Float32Array(count), new Float32Array(count)]
  for (let index = 0; index < count; index += 1) {
    left[index] = bytes.readInt16LE(at + 8 + index * 4) / 32_767
    right[index] = bytes.readInt16LE(at + 10 + index * 4) / 32_767
  }
  return { left, right, bytes, facts }
}
