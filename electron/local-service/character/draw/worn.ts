/**
 * What those who draw headwear need to know.
 */
import type { Rgb } from '../../paint/color.ts'
import type { Colors } from '../design.ts'
import type { Body } from './body.ts'
import type { Ink } from './ink.ts'
import type { Stage } from './stage.ts'

export interface Worn {
  readonly stage: Stage
  readonly ink: Ink
  readonly body: Body
  readonly colors: Colors
  /** The head's axis, and the chin. */
  readonly x: number
  readonly y: number
  /** The place of the nose across, for what is on the front. */
  readonly front: number
  /** Of the thing itself, and of its ribbon. */
  readonly color: Rgb
  readonly band: Rgb
}

export type DrawWorn = (worn: Worn) => void
