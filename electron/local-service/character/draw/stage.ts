/**
 * What everyone who draws a part of a figure needs to know.
 */
import type { Design, Expression } from '../design.ts'
import type { Body } from './body.ts'
import type { Ink } from './ink.ts'

export interface Stage {
  /** Its origin is on the ground under the figure's middle. */
  readonly ink: Ink
  readonly design: Design
  readonly body: Body
  readonly expression: Expression
}
