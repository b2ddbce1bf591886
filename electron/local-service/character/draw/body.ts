/**
 * The measures of a body and where its joints are in a view. Units are heads; the ground is y = 0.
 */
import type { Age, Build, Design } from '../design.ts'
import type { Point } from './curves.ts'
import { viewFrom, type View, type ViewName } from './view.ts'

export interface Arm {
  readonly shoulder: Point
  readonly elbow: Point
  readonly wrist: Point
  /** 1 on the picture's right, -1 on its left. */
  readonly side: 1 | -1
  /** Behind the body's middle in this view. */
  readonly isFar: boolean
  /** The character's own right hand, which holds things. */
  readonly isRight: boolean
}

export interface Leg {
  readonly hip: Point
  readonly knee: Point
  readonly ankle: Point
  readonly side: 1 | -1
  readonly isFar: boolean
}

export interface Body {
  readonly view: View
  /** Heights above the ground. */
  readonly chinY: number
  readonly shoulderY: number
  readonly chestY: number
  readonly waistY: number
  readonly hipY: number
  readonly crotchY: number
  readonly kneeY: number
  readonly ankleY: number
  /** Half widths in this view. */
  readonly shoulderHalf: number
  readonly chestHalf: number
  readonly waistHalf: number
  readonly hipHalf: number
  /** Radii of limbs. */
  readonly thigh: number
  readonly calf: number
  readonly upperArm: number
  readonly wristRadius: number
  /** Where the head's axis stands. */
  readonly headX: number
  readonly arms: readonly [Arm, Arm]
  readonly legs: readonly [Leg, Leg]
  /** How far the front of the body bulges towards where it looks, as an offset across the picture. */
  readonly lean: number
}

interface Frame {
  readonly legs: number
  readonly torso: number
  readonly shoulders: number
  readonly waist: number
  readonly hips: number
  readonly limbs: number
}

const BY_AGE: Readonly<Record<Age, Frame>> = {
  child: { legs: 1.12, torso: 0.96, shoulders: 0.36, waist: 0.33, hips: 0.35, limbs: 0.92 },
  young: { legs: 1.62, torso: 1.2, shoulders: 0.42, waist: 0.31, hips: 0.36, limbs: 0.94 },
  adult: { legs: 1.86, torso: 1.38, shoulders: 0.49, waist: 0.34, hips: 0.39, limbs: 1 },
  old: { legs: 1.66, torso: 1.32, shoulders: 0.45, waist: 0.37, hips: 0.4, limbs: 0.96 },
}
const BY_BUILD: Readonly<Record<Build, { readonly wide: number; readonly limbs: number }>> = {
  slim: { wide: 0.88, limbs: 0.84 },
  average: { wide: 1, limbs: 1 },
  broad: { wide: 1.24, limbs: 1.22 },
}
const NECK = 0.1
/** How deep a body is from front to back against its width. */
const DEPTH = 0.74

/** The height of a figure without hat or hair, in heads. */
export function heightOf({ age }: Design): number {
  const { legs, torso } = BY_AGE[age]
  return legs + torso + NECK + 1
}

export function bodyOf(design: Design, name: ViewName): Body {
  const view = viewFrom(name)
  const frame = BY_AGE[design.age]
  const { wide, limbs } = BY_BUILD[design.build]
  const feminine = design.isFeminine && design.age !== 'child'
  const shoulders = frame.shoulders * wide * (feminine ? 0.88 : 1)
  const waist = frame.waist * wide * (feminine ? 0.84 : 1)
  const hips = frame.hips * wide * (feminine ? 1.03 : 0.97)
  const half = (width: number): number => view.half(width, width * DEPTH)
  const thickness = frame.limbs * limbs
  const hipY = frame.legs + 0.1
  const shoulderY = frame.legs + frame.torso - 0.04
  const legs = [-1, 1].map((own): Leg => {
    const x = hips * 0.47 * own
    const hip: Point = [view.across(x, 0), hipY - 0.04]
    const side = view.isBack ? -own : own
    const step = name === 'three-quarter' ? (own === -1 ? 0.06 : -0.02) : 0
    return {
      hip,
      knee: [view.across(x * 1.06, 0.05), frame.legs * 0.54],
      ankle: [view.across(x * 1.12, step), 0.16 + (own === -1 && step > 0 ? 0.03 : 0)],
      side: side as 1 | -1,
      isFar: view.near(x, 0) < -0.01,
    }
  })
  const arms = [-1, 1].map((own): Arm => {
    const x = shoulders * own
    const side = (view.isBack ? -own : own) as 1 | -1
    const spread = name === 'three-quarter' ? 0.55 : 1
    const reach = shoulderY - hipY
    return {
      shoulder: [view.across(x * 0.9, 0), shoulderY - 0.1],
      elbow: [view.across(x * 0.9, 0.02) + side * 0.17 * spread, shoulderY - 0.1 - reach * 0.5],
      wrist: [view.across(x * 0.9, 0.16) + side * 0.25 * spread, shoulderY - 0.12 - reach * 0.98],
      side,
      isFar: view.near(x, 0) < -0.01,
      isRight: own === -1,
    }
  })
  return {
    view,
    chinY: frame.legs + frame.torso + NECK,
    shoulderY,
    chestY: shoulderY - frame.torso * 0.32,
    waistY: frame.legs + frame.torso * 0.34,
    hipY,
    crotchY: frame.legs - 0.06,
    kneeY: frame.legs * 0.54,
    ankleY: 0.16,
    shoulderHalf: half(shoulders),
    chestHalf: half(shoulders * 0.86),
    waistHalf: half(waist),
    hipHalf: half(hips),
    thigh: 0.17 * thickness,
    calf: 0.115 * thickness,
    upperArm: 0.115 * thickness,
    wristRadius: 0.082 * thickness,
    headX: view.across(0, 0.05),
    arms: arms as unknown as readonly [Arm, Arm],
    legs: legs as unknown as readonly [Leg, Leg],
    lean: view.across(0, 0.1),
  }
}
