/** The audio of a video from words: a slow chord that fits the prompt, and wind, rain or waves where it names them. */
import { createRandom, pick, type Random } from '../image/random.ts'
import { readPrompt } from '../image/read-prompt.ts'
import { readBrief } from '../music/brief.ts'
import { degreesOf, type Note } from '../music/compose.ts'
import { ENSEMBLES, MOODS } from '../music/ensembles.ts'
import { lowPass } from '../music/instruments.ts'
import { pitchAt } from '../music/key.ts'
import { play } from '../music/make-music.ts'
import { writeMusicFile } from '../music/music-file.ts'
import { master, SAMPLE_RATE, type Stereo } from '../music/stereo.ts'

interface Bed {
  readonly prompt: string
  readonly seed: number
  readonly model: string
  readonly seconds: number
  readonly path: string
}

/** Quieter than music: it lies under what is seen. */
const LEVEL = 0.6
const CHORD_SECONDS = 4
/** A chord of pads is as loud as this beside the noise. */
const PAD_LEVEL = 0.12

/** Writes the audio to `path` as MP3. */
export async function makeAudioBed({ prompt, seed, model, seconds, path }: Bed): Promise<void> {
  const random = createRandom(`audio ${prompt}`, seed)
  const ensemble = { ...ENSEMBLES['concert-hall'] }
  const mix = play(
    { notes: chords(prompt, seconds, random), strokes: [], ensemble },
    seconds,
    () => undefined,
  )
  const { weather, lands } = readPrompt(prompt)
  const isWet = lands.includes('sea')
  if (weather === 'rain') addNoise(mix, random, RAIN)
  if (isWet) addNoise(mix, random, WAVES)
  if (weather !== 'rain' && !isWet) addNoise(mix, random, WIND)
  master(mix, LEVEL)
  const labels = { title: model, genre: 'ambient', bpm: 60, about: `${model}, seed ${seed}` }
  await writeMusicFile(path, 'mp3', mix, labels, () => undefined)
}

/** A chord every few seconds, by the mood of the prompt's words. */
function chords(prompt: string, seconds: number, random: Random): Note[] {
  const { mode, progressions } = MOODS[readBrief(prompt).mood ?? 'calm']
  const key = { tonic: 9 + Math.floor(random() * 3), mode }
  const degrees = degreesOf(pick(random, progressions))
  return Array.from({ length: Math.ceil(seconds / CHORD_SECONDS) }, (_, index) =>
    [0, 2, 4, 8].map((third, voice): Note => {
      const pitch = pitchAt(key, (degrees[index % degrees.length] ?? 0) + third, 45)
      const at = index * CHORD_SECONDS
      return { instrument: 'pad', at, seconds: CHORD_SECONDS, pitch, level: PAD_LEVEL, pan: voice / 3 - 0.5 }
    }),
  ).flat()
}

/** Between which frequencies noise lies, in Hz, and how much and how often a second it comes and goes. */
const RAIN = { above: 2200, below: 9000, level: 0.05, swell: 0.15, pace: 0.5 }
const WAVES = { above: 120, below: 900, level: 0.1, swell: 0.8, pace: 0.16 }
const WIND = { above: 180, below: 620, level: 0.06, swell: 0.6, pace: 0.11 }

function addNoise(mix: Stereo, random: Random, { above, below, level, swell, pace }: typeof RAIN): void {
  const [keepLow, keepHigh] = [lowPass(above), lowPass(below)]
  for (const side of [mix.left, mix.right]) {
    const phase = random() * 2 * Math.PI
    let [low, high] = [0, 0]
    for (let at = 0; at < side.length; at += 1) {
      high += (random() * 2 - 1 - high) * keepHigh
      low += (high - low) * keepLow
      const wave = 1 - swell * (0.5 + 0.5 * Math.sin((at / SAMPLE_RATE) * pace * 2 * Math.PI + phase))
      side[at] = (side[at] as number) + (high - low) * level * wave * 3
    }
  }
}
