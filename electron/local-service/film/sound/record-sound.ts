/**
 * Records a film's sound: every player in turn, brought to one loudness, as MP3.
 */
import { writeFile } from 'node:fs/promises'
import { createRandom } from '../../paint/random.ts'
import { encodeMp3 } from '../../music/files/mp3.ts'
import { SAMPLE_RATE } from '../../music/synth/voice.ts'
import type { Player, Track } from './soundscape.ts'

/** Root mean square that the sound is brought to, and the highest peak: a quiet bed, well below speech. */
const LEVEL = 0.055
const PEAK = 0.6
const FADE_IN_SECONDS = 0.35
const FADE_OUT_SECONDS = 0.7

/** The track of `players`, `seconds` long, faded in and out. */
export function mixTrack(players: readonly Player[], prompt: string, seed: number, seconds: number): Track {
  const length = Math.round(seconds * SAMPLE_RATE)
  const track = { left: new Float32Array(length), right: new Float32Array(length) }
  for (const [index, play] of players.entries())
    play(track, createRandom(`film sound ${index} ${prompt}`, seed))
  level(track)
  return track
}

/** Writes `track` to the file `path` as MP3. */
export async function recordSound(track: Track, path: string): Promise<void> {
  await writeFile(path, Buffer.concat(await encodeMp3(track, () => {})))
}

function level({ left, right }: Track): void {
  let [power, peak] = [0, 1e-6]
  for (let at = 0; at < left.length; at += 1) {
    const [a, b] = [left[at] as number, right[at] as number]
    power += a * a + b * b
    peak = Math.max(peak, Math.abs(a), Math.abs(b))
  }
  const mean = Math.sqrt(power / (left.length * 2)) + 1e-6
  const gain = Math.min(LEVEL / mean, PEAK / peak)
  const [rise, fall] = [FADE_IN_SECONDS * SAMPLE_RATE, FADE_OUT_SECONDS * SAMPLE_RATE]
  for (let at = 0; at < left.length; at += 1) {
    const fade = Math.min(1, at / rise, (left.length - at) / fall)
    const loud = gain * fade * fade * (3 - 2 * fade)
    left[at] = (left[at] as number) * loud
    right[at] = (right[at] as number) * loud
  }
}
