/** The camera: what moves it, and where it stands at each moment of a video. */
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
export type CameraMove = (typeof CAMERA_MOVES)[number]

export interface Pose {
  /** How far the nearest layer moves, as shares of the frame's shorter side. */
  readonly x: number
  readonly y: number
  readonly zoom: number
  /** The nearness that stands still: 0, or the middle where the camera circles something. */
  readonly pivot: number
}

export function moveInWords(prompt: string): CameraMove | null {
  const found = words.find(({ words }) => new RegExp(words, 'iu').test(prompt))
  return CAMERA_MOVES.find((move) => move === found?.move) ?? null
}

/** The pose at `share` (0 to 1) of a video. Short videos move less far, so that the pace stays the same. */
export function poseAt(move: CameraMove, share: number, seconds: number): Pose {
  const clamped = Math.min(1, Math.max(0, share))
  /** Starts and stops softly, and goes evenly in between. */
  const eased = 0.45 * clamped + 0.55 * clamped * clamped * (3 - 2 * clamped)
  const way = Math.min(1, 0.35 + seconds / 9)
  const swing = (eased - 0.5) * way
  const moves: Readonly<Record<CameraMove, Partial<Pose>>> = {
    'push in': { zoom: 0.22 * way * eased },
    'pull out': { zoom: 0.22 * way * (1 - eased) },
    'pan left': { x: 0.17 * swing },
    'pan right': { x: -0.17 * swing },
    'tilt up': { y: 0.13 * swing },
    'tilt down': { y: -0.13 * swing },
    orbit: { x: 0.2 * swing, zoom: 0.06 * way * Math.sin(Math.PI * eased), pivot: 0.35 },
    static: {},
  }
  return { x: 0, y: 0, zoom: 0, pivot: 0, ...moves[move] }
}
