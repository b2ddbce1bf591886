/**
 * Moves through a picture: its depth is guessed, and its words bring weather, light and water to it.
 */
import type { Frame } from '../frame.ts'
import { poseAt } from '../camera.ts'
import { plateOf, type Plate } from '../plate.ts'
import type { NamedPlates, Production, Stage } from '../stage.ts'
import { createTile, readTile } from '../tile.ts'
import { layMist } from '../weather/mist.ts'
import { createWeather, type Weather } from '../weather/weather.ts'
import { bendPicture, readCells } from './bend.ts'
import { guessNearness, type Nearness } from './nearness.ts'
import { paintPicture } from './paint-picture.ts'
import { surveyPicture, type PictureSurvey } from './survey.ts'

/** How near the nearest place is taken to be: any nearer, and a wrong guess would be seen. */
const DEPTH = 0.55

export const livingPicture: Production = {
  countParts: () => 1,
  async paintPart(request, _part, givenPicture) {
    const survey = surveyPicture(request, 'push in')
    return { picture: plateOf(await paintPicture(survey, 'painted-landscape', givenPicture), null) }
  },
  openStage: (request, plates) => openPicture(surveyPicture(request, 'push in'), plates),
}

function openPicture(survey: PictureSurvey, { picture }: NamedPlates): Stage {
  if (picture === undefined) throw new Error('A film of a picture has a picture.')
  const { request, reading, margin, move, randomFor } = survey
  const nearness = guessNearness(picture)
  const weather = weatherOf(survey, nearness)
  const tile = createTile(randomFor('mist'), 256, 5, 3)
  const waves = createTile(randomFor('waves'), 256, 9, 2)
  const unit = Math.min(request.width, request.height)
  const misty = { fog: 0.6, rain: 0.22, snow: 0.2, cloudy: 0.08, clear: 0 }[reading.weather ?? 'clear']
  const haze = nearness.haze

  return {
    draw(frame, seconds) {
      const pose = poseAt(move, seconds / request.duration, request.duration)
      const drift = seconds * 0.03
      bendPicture(frame, picture, {
        pose,
        margin,
        nearness,
        depth: DEPTH,
        ripple: rippleAt(survey, picture, nearness, waves, seconds),
        lightAt: (x, y) =>
          1 + 0.075 * readTile(tile, (x / unit) * 0.28 - drift, (y / unit) * 0.28 + drift * 0.4),
      })
      if (misty > 0) layMists(frame, nearness, seconds)
      weather?.draw(frame, pose.x, seconds)
      const flash = weather?.flash(seconds) ?? 0
      return { gain: [1 + flash * 0.38, 1 + flash * 0.38, 1 + flash * 0.42], vignette: 0.16 }
    },
  }

  function layMists(frame: Frame, { horizon }: Nearness, seconds: number): void {
    for (const [index, below] of [0, 0.16, 0.34].entries()) {
      layMist(frame, tile, {
        row: (horizon + below) * frame.height,
        reach: (0.09 + 0.04 * index) * unit,
        strength: misty * (1 - index * 0.25),
        color: haze,
        drift: seconds * (0.014 + 0.008 * index),
        offset: index * 0.37,
      })
    }
  }
}

/** Water below the horizon ripples where the words speak of water; everything else holds still. */
function rippleAt(
  { reading, request }: PictureSurvey,
  picture: Plate,
  { columns, rows, sky, horizon }: Nearness,
  waves: ReturnType<typeof createTile>,
  seconds: number,
): (x: number, y: number, into: Float32Array) => void {
  const watery = reading.lands.includes('sea')
  const unit = Math.min(request.width, request.height)
  return (x, y, into) => {
    into[0] = 0
    into[1] = 0
    const v = y / picture.height
    const below = v - horizon - 0.04
    if (!watery || below <= 0) return
    const open = 1 - readCells(sky, columns, rows, x / picture.width, v)
    const far = 0.16 / (below + 0.012)
    const run = seconds * 0.05
    const u = ((x - picture.width / 2) / unit) * far
    const wave =
      0.6 * readTile(waves, u * 0.5 + run * 0.5, Math.log(far) * 0.6 + run) +
      0.5 * readTile(waves, u * 1.3 - run * 0.8, Math.log(far) * 1.5 + run * 1.9)
    const reach = wave * open * Math.min(1, below * 8) * unit * (0.003 + 0.012 * below)
    into[0] = reach * 0.5
    into[1] = reach
  }
}

/** The weather that the words name; null where they name none, since the picture has its own. */
function weatherOf(survey: PictureSurvey, { haze, level }: Nearness): Weather | null {
  const { reading, request } = survey
  const { prompt, width, height } = request
  const falling = /\b(?:leaves|leaf|petals?)\b/iu.test(prompt)
  const floating = /\b(?:firefl\w+|dust|particles?|embers?|sparks?|magic\w*)\b/iu.test(prompt)
  if ((reading.weather === null || reading.weather === 'clear') && !falling && !floating) return null
  return createWeather(survey.randomFor('weather'), {
    width,
    height,
    kind: reading.weather ?? 'clear',
    season: falling ? 'autumn' : 'summer',
    time: floating && !/\bdust\b/iu.test(prompt) ? 'night' : 'day',
    stormy: /\b(?:storm\w*|thunder\w*|blizzard)\b/iu.test(prompt),
    wind: 1,
    bright: haze,
    level,
    trees: 1,
  })
}
