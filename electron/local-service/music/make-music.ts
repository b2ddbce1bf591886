/**
 * The threads' work for a piece of music: two stems, which can be rendered at the same time, and then the piece.
 *
 * Stems travel as files of raw samples, since they are far too large to be copied through the thread that answers requests.
 */
import { open } from 'node:fs/promises'
import { createRandom } from '../paint/random.ts'
import { composeScore, soundingParts } from './compose/compose.ts'
import { LABEL, writeMusicFile } from './files/music-file.ts'
import { master } from './master/master.ts'
import { finishMix, mixStem, type Stereo } from './mix/mix.ts'
import type { MusicJob, Stem } from './music-job.ts'
import { planPiece, type PiecePlan } from './plan-piece.ts'
import type { Score } from './score.ts'
import { SAMPLE_RATE } from './synth/voice.ts'
import { nameKey } from './theory/key.ts'
import { findTitle } from './title.ts'

type Report = (share: number) => void

export interface PieceFacts {
  readonly title: string
  readonly bpm: number
  readonly key: string
  /** Genre, feeling and who plays, such as `["lo-fi", "calm", "piano", "drums"]`. */
  readonly tags: readonly string[]
}

/** What of a piece is done by when: the master, and the rest is encoding. */
const MASTER_SHARE = 0.25

/** Renders one stem of `music` to the file `path`. */
export async function makeStem(
  { music, stem, path }: { readonly music: MusicJob; readonly stem: Stem; readonly path: string },
  report: Report,
): Promise<null> {
  const { plan, score } = compose(music)
  const { left, right } = mixStem(stem, score, plan.genre.sound, music.duration, music.seed, report)
  await using file = await open(path, 'w')
  for (const side of [left, right]) await file.write(bytesOf(side))
  return null
}

/** Adds up the stems at `stemPaths`, finishes them and writes the piece to `path`. */
export async function makePiece(
  {
    music,
    stemPaths,
    path,
  }: { readonly music: MusicJob; readonly stemPaths: readonly string[]; readonly path: string },
  report: Report,
): Promise<PieceFacts> {
  const { plan, score } = compose(music)
  const mix = await addStems(stemPaths, Math.round(music.duration * SAMPLE_RATE))
  finishMix(mix, plan.genre.sound, music.seed)
  const finished = master(mix, (share) => report(share * MASTER_SHARE))
  const facts = describe(music, plan, score)
  const comment = `${LABEL} (${music.model}, seed ${music.seed})`
  const labels = { title: facts.title, genre: plan.genre.name, bpm: facts.bpm, key: facts.key, comment }
  await writeMusicFile(path, music.format, finished, labels, (share) =>
    report(MASTER_SHARE + share * (1 - MASTER_SHARE)),
  )
  return facts
}

function compose(music: MusicJob): { readonly plan: PiecePlan; readonly score: Score } {
  const plan = planPiece(music, createRandom(`piece ${music.model} ${music.prompt}`, music.seed))
  return { plan, score: composeScore(plan, music.duration, music.seed) }
}

function describe(music: MusicJob, { genre, key, bpm, brief }: PiecePlan, score: Score): PieceFacts {
  const random = createRandom(`title ${music.prompt}`, music.seed)
  const players = soundingParts(score).map(({ instrument }) => instrument.replaceAll('-', ' '))
  const drums = score.drums.length > 0 ? ['drums'] : []
  const feeling = brief.feeling === null ? [] : [brief.feeling]
  const tags = [...new Set([genre.name, ...feeling, ...players, ...drums])]
  return { title: findTitle(genre.name, brief.feeling, random), bpm, key: nameKey(key), tags }
}

async function addStems(paths: readonly string[], length: number): Promise<Stereo> {
  const sum = { left: new Float32Array(length), right: new Float32Array(length) }
  const side = new Float32Array(length)
  for (const path of paths) {
    await using file = await open(path, 'r')
    for (const into of [sum.left, sum.right]) {
      const { bytesRead } = await file.read(bytesOf(side))
      if (bytesRead !== side.byteLength) throw new Error('A stem is shorter than the piece.')
      for (let at = 0; at < length; at += 1) into[at] = (into[at] as number) + (side[at] as number)
    }
  }
  return sum
}

function bytesOf(samples: Float32Array): Uint8Array {
  return new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength)
}
