/**
 * Paints the one picture of a film that moves through it: from words in a style, or from the given picture.
 */
import type { Canvas } from '../../paint/canvas.ts'
import { STYLES } from '../../paint/style-registry.ts'
import type { StyleName } from '../../paint/styles.ts'
import type { GivenPicture } from '../stage.ts'
import type { PictureSurvey } from './survey.ts'

/** The picture, as large as the survey says. `style` is what words are drawn in. */
export async function paintPicture(
  { request, width, height }: PictureSurvey,
  style: StyleName,
  givenPicture: GivenPicture,
): Promise<Canvas> {
  const { prompt, seed, strength } = request
  const wanted = { prompt, seed, width, height }
  if (givenPicture === null) return STYLES[style].fromText(wanted)
  const given = await givenPicture(width, height)
  return request.style === null ? given : STYLES[request.style].fromImage(wanted, given, strength)
}
