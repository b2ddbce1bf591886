/**
 * The film of an ink painting: ink spreads on the paper until the picture is there, and mist keeps moving through it.
 */
import { poseAt } from '../camera.ts'
import type { Frame } from '../frame.ts'
import { plateOf, type Plate } from '../plate.ts'
import type { NamedPlates, Production, Stage } from '../stage.ts'
import { createTile, readTile, type Tile } from '../tile.ts'
import { layMist } from '../weather/mist.ts'
import { createRain } from '../weather/rain.ts'
import { createSnow } from '../weather/snow.ts'
import { bendPicture } from './bend.ts'
import { guessNearness } from './nearness.ts'
import { paintPicture } from './paint-picture.ts'
import { surveyPicture, type PictureSurvey } from './survey.ts'

/** The share of the film in which the ink spreads, and how much of it is there from the first frame on. */
const SPREADING = 0.45
const AT_FIRST = 0.3

export const inkFilm: Production = {
  countParts: () => 1,
  async paintPart(request, _part, givenPicture) {
    const survey = surveyPicture(request, 'pan right')
    return { picture: plateOf(await paintPicture(survey, 'ink-wash', givenPicture), null) }
  },
  openStage: (request, plates) => openInk(surveyPicture(request, 'pan right'), plates),
}

function openInk(survey: PictureSurvey, { picture }: NamedPlates): Stage {
  if (picture === undefined) throw new Error('An ink film has a picture.')
  const { request, reading, margin, move, randomFor } = survey
  const tile = createTile(randomFor('mist'), 256, 5, 3)
  const nearness = guessNearness(picture)
  const paper = paperOf(picture)
  const unit = Math.min(request.width, request.height)
  const crowd = (request.width * request.height) / (unit * unit)
  const rain = reading.weather === 'rain' ? createRain(randomFor('rain'), 260 * crowd, 0.14) : null
  const snow = reading.weather === 'snow' ? createSnow(randomFor('snow'), 300 * crowd, 0.03) : null
  const mistiness = reading.weather === 'fog' ? 0.8 : 0.5

  return {
    draw(frame, seconds) {
      const share = seconds / request.duration
      const pose = poseAt(move, share, request.duration)
      bendPicture(frame, picture, { pose, margin, nearness, depth: 0.5 })
      for (const [index, height] of [0.38, 0.53].entries()) {
        layMist(frame, tile, {
          row: height * frame.height,
          reach: 0.085 * unit,
          strength: mistiness * (1 - index * 0.2),
          color: paper,
          drift: seconds * (0.02 + 0.012 * index) * (index === 1 ? -1 : 1),
          offset: index * 0.37,
        })
      }
      spreadInk(frame, tile, paper, AT_FIRST + (1 - AT_FIRST) * Math.min(1, share / SPREADING))
      rain?.draw(frame, seconds, [90, 92, 104], pose.x)
      snow?.draw(frame, seconds, [252, 250, 246], pose.x)
      return { gain: [1, 1, 1], vignette: 0.14 }
    },
  }
}

/** Lets as much of the picture through as has been inked; `progress` 1 is all of it. */
function spreadInk({ width, height, data }: Frame, tile: Tile, paper: Paper, progress: number): void {
  if (progress >= 1) return
  const unit = Math.min(width, height)
  const [r, g, b] = paper
  const eased = progress * (2 - progress)
  const line = new Float32Array(Math.ceil(width / 8) + 2)
  for (let y = 0; y < height; y += 1) {
    for (let point = 0; point < line.length; point += 1) {
      const x = point * 8
      const wet = readTile(tile, (x / unit) * 0.42, (y / unit) * 0.42) * 0.5
      const aside = Math.abs(x / width - 0.5) * 0.7 + (1 - y / height) * 0.15
      const amount = (eased * 1.75 - 0.1 - aside - wet * 0.55) / 0.5
      line[point] = amount < 0.12 ? 0.12 : amount > 1 ? 1 : amount
    }
    for (let x = 0, at = y * width * 3; x < width; x += 1, at += 3) {
      const point = x >> 3
      const share = (x & 7) / 8
      const amount = (line[point] as number) * (1 - share) + (line[point + 1] as number) * share
      data[at] = r + ((data[at] as number) - r) * amount
      data[at + 1] = g + ((data[at + 1] as number) - g) * amount
      data[at + 2] = b + ((data[at + 2] as number) - b) * amount
    }
  }
}

type Paper = readonly [number, number, number]

/** The paper is the lightest common colour of the picture, 0 to 255. */
function paperOf({ width, height, data }: Plate): Paper {
  const samples: Paper[] = []
  for (let spot = 0; spot < width * height; spot += 997) {
    const at = spot * 4
    samples.push([(data[at] as number) / 256, (data[at + 1] as number) / 256, (data[at + 2] as number) / 256])
  }
  const sorted = samples.toSorted((a, b) => a[0] + a[1] + a[2] - b[0] - b[1] - b[2])
  return sorted[Math.floor(sorted.length * 0.93)] ?? [240, 236, 224]
}
