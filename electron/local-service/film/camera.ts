/**
 * The camera: what moves it, and where a plate at some distance appears on the frame for it.
 *
 * A pinhole. Distances are in units of the nearest plate's.
 */
import { z } from 'zod'

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
  /** Sideways and downwards, as a plate at distance 1 sees it, as shares of the frame's shorter side. */
  readonly x: number
  readonly y: number
  /** Forwards, in distances. Below 1. */
  readonly z: number
  /** The distance that stays where it is while the camera moves sideways around it; Infinity moves past everything. */
  readonly pivot: number
}

/** Words of a prompt that ask for a move, the longer first. */
const WORDS: readonly (readonly [RegExp, CameraMove])[] = [
  [
    /\b(?:pan(?:s|ning)?|truck(?:s|ing)?|slid(?:e|es|ing)|track(?:s|ing)?)\b[^.,;]{0,16}\bleft\b/iu,
    'pan left',
  ],
  [
    /\b(?:pan(?:s|ning)?|truck(?:s|ing)?|slid(?:e|es|ing)|track(?:s|ing)?)\b[^.,;]{0,16}\bright\b/iu,
    'pan right',
  ],
  [/\b(?:tilt(?:s|ing)?|crane(?:s|d)?|ris(?:es|ing))\b[^.,;]{0,12}\bup(?:wards?)?\b/iu, 'tilt up'],
  [/\btilt(?:s|ing)?\b[^.,;]{0,12}\bdown(?:wards?)?\b/iu, 'tilt down'],
  [
    /\b(?:pull(?:s|ing)?|zoom(?:s|ing)?|doll(?:y|ies|ying)|mov(?:e|es|ing))[ -](?:slowly )?(?:out|back|away)\b/iu,
    'pull out',
  ],
  [
    /\b(?:push(?:es|ing)?|zoom(?:s|ing)?|doll(?:y|ies|ying)|mov(?:e|es|ing)|fl(?:y|ies|ying))[ -](?:slowly )?(?:in|into|forward|through|over|closer)\b/iu,
    'push in',
  ],
  [/\b(?:orbit(?:s|ing)?|circl(?:e|es|ing)|arc(?:s|ing)? around)\b/iu, 'orbit'],
  [
    /\b(?:static (?:shot|camera)|still camera|locked[ -]off|camera (?:is|stays|holds) still|tripod)\b/iu,
    'static',
  ],
  [/\bpan(?:s|ning)?\b/iu, 'pan right'],
  [/\b(?:zoom(?:s|ing)?|close[ -]?up)\b/iu, 'push in'],
]

/** The move that `prompt` asks for, or null. */
export function moveInWords(prompt: string): CameraMove | null {
  return WORDS.find(([pattern]) => pattern.test(prompt))?.[1] ?? null
}

/**
 * The pose at `share` (0 to 1) of the film. Short films move less far, so that the pace stays the same; from `seconds` = 6 on
 * the full way is used.
 */
export function poseAt(move: CameraMove, share: number, seconds: number): Pose {
  const eased = ease(share)
  const way = Math.min(1, 0.35 + seconds / 9)
  const swing = (eased - 0.5) * way
  switch (move) {
    case 'push in':
      return { x: 0.015 * swing, y: 0, z: 0.2 * way * eased, pivot: Infinity }
    case 'pull out':
      return { x: 0.015 * swing, y: 0, z: 0.2 * way * (1 - eased), pivot: Infinity }
    case 'pan left':
      return { x: -0.17 * swing, y: 0, z: 0.01, pivot: Infinity }
    case 'pan right':
      return { x: 0.17 * swing, y: 0, z: 0.01, pivot: Infinity }
    case 'tilt up':
      return { x: 0, y: -0.13 * swing, z: 0.01, pivot: Infinity }
    case 'tilt down':
      return { x: 0, y: 0.13 * swing, z: 0.01, pivot: Infinity }
    case 'orbit':
      return { x: 0.2 * swing, y: 0, z: 0.03 * way * Math.sin(Math.PI * eased), pivot: 3 }
    case 'static':
      return { x: 0, y: 0, z: 0, pivot: Infinity }
  }
}

/** Starts and stops softly, and goes evenly in between. */
function ease(share: number): number {
  const clamped = Math.min(1, Math.max(0, share))
  const smooth = clamped * clamped * (3 - 2 * clamped)
  return 0.45 * clamped + 0.55 * smooth
}

/** Where things at `distance` appear: scaled around the vanishing point, then moved by x and y (shares of the shorter side). */
export function project(
  { x, y, z, pivot }: Pose,
  distance: number,
): { readonly scale: number; readonly x: number; readonly y: number } {
  const scale = distance / (distance - z)
  const near = scale / distance
  /** A camera that turns while it moves drags the far along: a pan is never parallax alone. */
  const turn = pivot === Infinity ? 0.35 : -1 / pivot
  return {
    scale,
    x: -x * (near + turn),
    y: -y * (near + turn),
  }
}
