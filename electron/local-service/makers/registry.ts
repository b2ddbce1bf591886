/**
 * The makers of this service, one per media type, in the order in which their models are listed.
 */
import { characterMaker } from './character-maker.ts'
import { imageMaker } from './image-maker.ts'
import type { Maker } from './maker.ts'
import { musicMaker } from './music-maker.ts'
import { createVideoMaker } from './video-maker.ts'

export const MAKERS: readonly Maker[] = [
  // One line each: image, video, music, character.
  imageMaker,
  createVideoMaker(),
  musicMaker,
  characterMaker,
]
