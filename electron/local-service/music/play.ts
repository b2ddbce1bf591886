/** Plays a score: renders its notes and drums, places them, and adds the room. */
import type { Note, Score, Stroke } from './compose.ts'
import type { Ensemble } from './ensembles.ts'
import { renderDrum, renderNote } from './instruments.ts'
import { addReverb, createStereo, SAMPLE_RATE, type Stereo } from './stereo.ts'

/** How much of each sound goes into the room. */
const SEND = 0.32
const DRUM_SEND = 0.1
/** Notes are rounded to this length, so that many of them sound the same and are rendered once. */
const GRID_SECONDS = 0.02

/** The score as samples of `seconds`. `onShare` hears how far it is, 0 to 1. */
export function play(
  { notes, strokes, ensemble }: Pick<Score, 'notes' | 'strokes' | 'ensemble'>,
  seconds: number,
  onShare: (share: number) => void,
): Stereo {
  const mix = createStereo(seconds)
  const send = new Float32Array(mix.left.length)
  addNotes(mix, send, notes, onShare)
  addStrokes(mix, send, strokes, ensemble)
  if (ensemble.room > 0) addReverb(mix, send, ensemble.room)
  return mix
}

function addNotes(
  mix: Stereo,
  send: Float32Array,
  notes: readonly Note[],
  onShare: (share: number) => void,
): void {
  const known = new Map<string, Float32Array>()
  for (const [index, note] of notes.entries()) {
    const seconds = Math.max(GRID_SECONDS, Math.round(note.seconds / GRID_SECONDS) * GRID_SECONDS)
    const name = `${note.instrument} ${note.pitch} ${seconds}`
    let samples = known.get(name)
    if (samples === undefined) {
      samples = renderNote({ instrument: note.instrument, pitch: note.pitch, seconds })
      known.set(name, samples)
    }
    // Equal power from left to right.
    const angle = ((note.pan + 1) * Math.PI) / 4
    const levels = [Math.cos(angle) * note.level, Math.sin(angle) * note.level] as const
    addAt(mix, send, samples, note.at, levels, SEND * note.level)
    if (index % 32 === 0) onShare(index / notes.length)
  }
}

function addStrokes(
  mix: Stereo,
  send: Float32Array,
  strokes: readonly Stroke[],
  { kit, room }: Ensemble,
): void {
  const known = new Map<string, Float32Array>()
  for (const { drum, at, level } of strokes) {
    const samples = known.get(drum) ?? renderDrum(drum, kit)
    known.set(drum, samples)
    const isHat = drum === 'hat' || drum === 'open hat'
    const levels = [level * 0.6, level * (isHat ? 0.4 : 0.6)] as const
    addAt(mix, send, samples, at, levels, level * (DRUM_SEND + 0.15 * room))
  }
}

function addAt(
  { left, right }: Stereo,
  send: Float32Array,
  samples: Float32Array,
  at: number,
  [toLeft, toRight]: readonly [number, number],
  toSend: number,
): void {
  const start = Math.round(at * SAMPLE_RATE)
  const count = Math.min(samples.length, left.length - start)
  for (let index = 0; index < count; index += 1) {
    const value = samples[index] as number
    const place = start + index
    left[place] = (left[place] as number) + value * toLeft
    right[place] = (right[place] as number) + value * toRight
    send[place] = (send[place] as number) + value * toSend
  }
}
