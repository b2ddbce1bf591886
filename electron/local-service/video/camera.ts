/** The camera: what moves it, and where it stands at each moment of a video. */
import { z } from 'zod'
import words from './camera-words.json' with { type: 'json' }

export const CAMERA_MOVES = [
  'push in',
  'pull out',
  'pan left',
  'pan right',
  'tilt up',
  'tilt down',
  'orbit',
  'static',
] as const

export const cameraMoveSchema = z.enum(CAMERA_MOVES)
export type CameraMove = (typeof CAMERA_MOVES)[number]

export interface Pose {
  /** How far the nearest layer moves, as shares of the frame's shorter side. */
  readonly x: number
  readonly y: number
  /** How much larger the nearest layer appears. */
  readonly zoom: number
  /** The nearness that stands still: 0, or the middle where the camera circles something. */
  readonly pivot: number
}

/** Words of a prompt that ask for a move, the longer first. */
const WORDS = words.map(({ move, words }) => ({
  move: cameraMoveSchema.parse(move),
  words: new RegExp(words, 'iu'),
}))

/** The move that `prompt` asks for, or null. */
export function moveInWords(prompt: string): CameraMove | null {
  return WORDS.find(({ words }) => words.test(prompt))?.move ?? null
}

/** The pose at `share` (0 to 1) of a video. Short videos move less far, so that the pace stays the same. */
export function poseAt(move: CameraMove, share: number, seconds: number): Pose {
  const eased = ease(share)
  const way = Math.min(1, 0.35 + seconds / 9)
  const swing = (eased - 0.5) * way
  const still = { x: 0, y: 0, zoom: 0, pivot: 0 }
  switch (move) {
    case 'push in':
      return { ...still, zoom: 0.22 * way * eased }
    case 'pull out':
      return { ...still, zoom: 0.22 * way * (1 - eased) }
    case 'pan left':
      return { ...still, x: 0.17 * swing }
    case 'pan right':
      return { ...still, x: -0.17 * swing }
    case 'tilt up':
      return { ...still, y: 0.13 * swing }
    case 'tilt down':
      return { ...still, y: -0.13 * swing }
    case 'orbit':
      return { x: 0.2 * swing, y: 0, zoom: 0.06 * way * Math.sin(Math.PI * eased), pivot: 0.35 }
    case 'static':
      return still
  }
}

/** Starts and stops softly, and goes evenly in between. */
function ease(share: number): number {
  const clamped = Math.min(1, Math.max(0, share))
  const smooth = clamped * clamped * (3 - 2 * clamped)
  return 0.45 * clamped + 0.55 * smooth
}
