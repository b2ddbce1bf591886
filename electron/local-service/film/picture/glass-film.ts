/**
 * The film of a stained-glass window: the sun moves behind it, and the panes light up one after another.
 */
import { addBloom } from '../bloom.ts'
import { poseAt } from '../camera.ts'
import { plateOf } from '../plate.ts'
import type { NamedPlates, Production, Stage } from '../stage.ts'
import { createTile, readTile } from '../tile.ts'
import { dot, wrap } from '../weather/particles.ts'
import { bendPicture } from './bend.ts'
import type { Nearness } from './nearness.ts'
import { paintPicture } from './paint-picture.ts'
import { surveyPicture, type PictureSurvey } from './survey.ts'

/** A window is flat: all of it is as near as the rest. */
const FLAT: Nearness = {
  columns: 2,
  rows: 2,
  values: new Float32Array(4).fill(1),
  sky: new Float32Array(4),
  horizon: 0.5,
  haze: [255, 255, 255],
  level: 1,
}

export const glassFilm: Production = {
  countParts: () => 1,
  async paintPart(request, _part, givenPicture) {
    const survey = surveyPicture(request, 'push in')
    return { picture: plateOf(await paintPicture(survey, 'stained-glass', givenPicture), null) }
  },
  openStage: (request, plates) => openGlass(surveyPicture(request, 'push in'), plates),
}

function openGlass(survey: PictureSurvey, { picture }: NamedPlates): Stage {
  if (picture === undefined) throw new Error('A glass film has a picture.')
  const { request, margin, move, randomFor } = survey
  const tile = createTile(randomFor('light'), 256, 4, 2)
  const unit = Math.min(request.width, request.height)
  const random = randomFor('dust')
  const dust = Array.from({ length: 60 }, () => ({
    x: random(),
    y: random(),
    size: random(),
    turn: random() * 7,
  }))

  return {
    draw(frame, seconds) {
      const share = seconds / request.duration
      const pose = poseAt(move, share, request.duration)
      const drift = seconds * 0.05
      /** The middle of the light, which goes from one side to the other. */
      const sunX = (0.12 + 0.76 * share) * picture.width
      const lightAt = (x: number, y: number): number => {
        const away = Math.hypot(x - sunX, (y - picture.height * 0.42) * 0.8) / unit
        const cloud = readTile(tile, (x / unit) * 0.3 - drift, (y / unit) * 0.3)
        return 0.7 + 0.42 * Math.exp(-((away / 0.42) ** 2)) + 0.16 * cloud
      }
      bendPicture(frame, picture, { pose, margin, nearness: FLAT, depth: 0.6, lightAt })
      addBloom(frame, 150, unit * 0.014, 0.42)
      for (const { x, y, size, turn } of dust) {
        const px = wrap(x + Math.sin(seconds * 0.3 + turn) * 0.02 + seconds * 0.006, 1) * frame.width
        const py = wrap(y - seconds * 0.012 * (0.5 + size), 1) * frame.height
        const glow = 0.5 + 0.5 * Math.sin(seconds * 1.4 + turn * 3)
        dot(frame, px, py, unit * (0.0012 + 0.0022 * size), [255, 246, 220], 0.35 * glow)
      }
      return { gain: [1, 1, 1], vignette: 0.3 }
    },
  }
}
