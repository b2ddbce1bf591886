/**
 * The looks by name.
 */
import { createInkLook } from './ink-look.ts'
import type { CreateLook, LookName } from './look.ts'
import { createNightLook } from './night-look.ts'
import { createPaintedLook } from './painted-look.ts'
import { createPencilLook } from './pencil-look.ts'
import { createPosterLook } from './poster-look.ts'

export const LOOKS: Readonly<Record<LookName, CreateLook>> = {
  painted: createPaintedLook,
  ink: createInkLook,
  pencil: createPencilLook,
  poster: createPosterLook,
  night: createNightLook,
}
