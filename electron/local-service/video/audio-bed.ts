/** The threads' work for the audio of a video: a slow chord that fits the prompt, and wind, rain or waves where it names them. */
import { createRandom, pick, type Random } from '../image/random.ts'
import { readPrompt } from '../image/read-prompt.ts'
import { readBrief } from '../music/brief.ts'
import { degreesOf } from '../music/compose.ts'
import { master, addReverb, createStereo, SAMPLE_RATE, type Stereo } from '../music/stereo.ts'
import { MOOD_RULES } from '../music/ensembles.ts'
import { renderNote } from '../music/instruments.ts'
import { scaleOf } from '../music/key.ts'
import { LABEL, writeMusicFile } from '../music/music-file.ts'
import type { DrawnVideo } from './video-job.ts'

/** Quieter than music: it lies under what is seen. */
const LEVEL = 0.6
const CHORD_SECONDS = 4
const ROOM = 0.9

/** Writes the audio of `video` to `path` as MP3. */
export async function makeAudioBed({
  video,
  path,
}: {
  readonly video: Pick<DrawnVideo, 'prompt' | 'seed' | 'duration' | 'model'>
  readonly path: string
}): Promise<null> {
  const { prompt, seed, duration, model } = video
  const random = createRandom(`audio ${prompt}`, seed)
  const mix = createStereo(duration)
  addChords(mix, prompt, duration, random)
  const { weather, lands } = readPrompt(prompt)
  const isWet = lands.includes('sea')
  if (weather === 'rain')
    addNoise(mix, { random, above: 2200, below: 9000, level: 0.05, swell: 0.15, pace: 0.5 })
  if (isWet) addNoise(mix, { random, above: 120, below: 900, level: 0.1, swell: 0.8, pace: 0.16 })
  if (weather !== 'rain' && !isWet)
    addNoise(mix, { random, above: 180, below: 620, level: 0.06, swell: 0.6, pace: 0.11 })
  master(mix, LEVEL)
  const labels = {
    title: model,
    genre: 'ambient',
    bpm: 60,
    key: 'C major',
    comment: `${LABEL} (${model}, seed ${seed})`,
  }
  await writeMusicFile(path, 'mp3', mix, labels, () => undefined)
  return null
}

/** A chord every few seconds, by the mood of the prompt's words. */
function addChords(mix: Stereo, prompt: string, duration: number, random: Random): void {
  const rules = MOOD_RULES[readBrief(prompt).mood ?? 'calm']
  const scale = scaleOf(rules.mode)
  const tonic = 45 + Math.floor(random() * 7)
  const progression = degreesOf(pick(random, rules.progressions))
  const send = new Float32Array(mix.left.length)
  for (let index = 0; index * CHORD_SECONDS < duration; index += 1) {
    const degree = progression[index % progression.length] ?? 0
    for (const [voice, third] of [0, 2, 4, 8].entries()) {
      const step = degree + third
      const pitch = tonic + Math.floor(step / 7) * 12 + (scale[step % 7] ?? 0)
      const samples = renderNote({ instrument: 'pad', pitch, seconds: CHORD_SECONDS })
      const start = Math.round(index * CHORD_SECONDS * SAMPLE_RATE)
      const side = 0.25 + 0.5 * (voice / 3)
      for (let at = 0; at < samples.length && start + at < send.length; at += 1) {
        const value = (samples[at] as number) * 0.14
        mix.left[start + at] = (mix.left[start + at] as number) + value * (1 - side)
        mix.right[start + at] = (mix.right[start + at] as number) + value * side
        send[start + at] = (send[start + at] as number) + value * 0.4
      }
    }
  }
  addReverb(mix, send, ROOM)
}

interface Noise {
  readonly random: Random
  /** Between these frequencies, in Hz. */
  readonly above: number
  readonly below: number
  readonly level: number
  /** How much it comes and goes, 0 to 1, and how often a second. */
  readonly swell: number
  readonly pace: number
}

function addNoise(mix: Stereo, { random, above, below, level, swell, pace }: Noise): void {
  const [keepLow, keepHigh] = [above, below].map((cut) => 1 - Math.exp((-2 * Math.PI * cut) / SAMPLE_RATE))
  for (const side of [mix.left, mix.right]) {
    const phase = random() * 2 * Math.PI
    let [low, high] = [0, 0]
    for (let at = 0; at < side.length; at += 1) {
      const white = random() * 2 - 1
      high += (white - high) * (keepHigh ?? 0)
      low += (high - low) * (keepLow ?? 0)
      const wave = 1 - swell * (0.5 + 0.5 * Math.sin((at / SAMPLE_RATE) * pace * 2 * Math.PI + phase))
      side[at] = (side[at] as number) + (high - low) * level * wave * 3
    }
  }
}
