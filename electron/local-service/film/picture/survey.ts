/**
 * Settles how a single picture is made to move: which camera, and what its words add.
 */
import { createRandom, type Random } from '../../paint/random.ts'
import { readPrompt, type Reading } from '../../paint/read-prompt.ts'
import { moveInWords, type CameraMove } from '../camera.ts'
import { overscan, type FilmRequest } from '../stage.ts'

export interface PictureSurvey {
  readonly request: FilmRequest
  readonly reading: Reading
  readonly move: CameraMove
  /** Of the picture that is painted, in pixels: the frame and what lies beyond it on every side. */
  readonly width: number
  readonly height: number
  readonly margin: { readonly x: number; readonly y: number }
  randomFor(part: string): Random
}

/** The picture film of `request`; `usual` is its camera where nothing asks for one. */
export function surveyPicture(request: FilmRequest, usual: CameraMove): PictureSurvey {
  const { prompt, seed, camera } = request
  const randomFor = (part: string): Random => createRandom(`film picture ${part} ${prompt}`, seed)
  const move = camera ?? moveInWords(prompt) ?? usual
  const margin = overscan(request, move)
  return {
    request,
    reading: readPrompt(prompt),
    move,
    width: request.width + 2 * margin.x,
    height: request.height + 2 * margin.y,
    margin,
    randomFor,
  }
}
