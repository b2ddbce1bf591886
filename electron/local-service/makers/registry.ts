/**
 * The makers of this service, one per media type, in the order in which their models are listed.
 */
import { characterMaker } from './character-maker.ts'
import { imageMaker } from './image-maker.ts'
import type { Maker } from './maker.ts'
import { musicMaker } from './music-maker.ts'
import { videoMaker } from './video-maker.ts'

export const MAKERS: readonly Maker[] = [imageMaker, videoMaker, musicMaker, characterMaker]
