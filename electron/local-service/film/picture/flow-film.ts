/**
 * The film of a flow field: light runs along the ribbons of the picture, everywhere at once.
 *
 * The way it runs is measured in the painted picture itself, so it follows whatever the ribbons follow.
 */
import { createCanvas } from '../../paint/canvas.ts'
import { measureFlow, type Flow } from '../../paint/flow.ts'
import type { Random } from '../../paint/random.ts'
import type { Frame } from '../frame.ts'
import { lensAt, type Lens } from '../lens.ts'
import { plateOf, type Plate } from '../plate.ts'
import { showPlate } from '../show-plate.ts'
import type { NamedPlates, Production, Stage } from '../stage.ts'
import { dot, wrap, type Ink } from '../weather/particles.ts'
import { paintPicture } from './paint-picture.ts'
import { surveyPicture, type PictureSurvey } from './survey.ts'

/** The whole picture hangs at one distance. */
const DISTANCE = 1.7
/** The flow is measured on a picture this many times smaller. */
const SHRINK = 3

interface Course {
  /** x0, y0, x1, y1, … in pixels of the picture, evenly spaced. */
  readonly points: Float32Array
  readonly ink: Ink
  /** Seconds for the whole course, and where in it light is at the beginning, 0 to 1. */
  readonly period: number
  readonly phase: number
  readonly radius: number
}

export const flowFilm: Production = {
  countParts: () => 1,
  async paintPart(request, _part, givenPicture) {
    const survey = surveyPicture(request, 'push in')
    return { picture: plateOf(await paintPicture(survey, 'flow-field', givenPicture), null) }
  },
  openStage: (request, plates) => openFlow(surveyPicture(request, 'push in'), plates),
}

function openFlow(survey: PictureSurvey, { picture }: NamedPlates): Stage {
  if (picture === undefined) throw new Error('A flow film has a picture.')
  const { request, margin, move, height, randomFor } = survey
  const courses = layCourses(picture, randomFor('courses'))
  return {
    draw(frame, seconds) {
      const lens = lensAt({ ...request, margin, vanishingRow: height / 2, move, seconds })
      showPlate(frame, picture, lens.place(picture, DISTANCE))
      for (const course of courses) runLight(frame, lens, course, seconds)
      return { gain: [1, 1, 1], vignette: 0.2 }
    },
  }
}

function layCourses(picture: Plate, random: Random): readonly Course[] {
  const { width, height } = picture
  const unit = Math.min(width, height)
  const flow = measureFlow(shrunk(picture), 2.4)
  const step = unit * 0.004
  const count = Math.round((560 * width * height) / (unit * unit))
  return Array.from({ length: count }, () => {
    const [x, y] = [random() * width, random() * height]
    const points = trace(flow, picture, x, y, step, 40 + Math.round(random() * 60))
    const length = points.length / 2
    return {
      points,
      ink: lightened(picture, x, y),
      period: (length * step) / (unit * (0.07 + 0.08 * random())),
      phase: random(),
      radius: unit * (0.0011 + 0.0017 * random() ** 2),
    }
  }).filter(({ points }) => points.length > 20)
}

/** A line along the flow; it keeps its heading, since the flow itself has no forwards. */
function trace(
  flow: Flow,
  { width, height }: Plate,
  x: number,
  y: number,
  step: number,
  most: number,
): Float32Array {
  const points: number[] = []
  let [px, py] = [x, y]
  let heading = 0
  for (let index = 0; index < most; index += 1) {
    if (px < 0 || py < 0 || px >= width || py >= height) break
    points.push(px, py)
    let { angle } = flow.at(px / SHRINK, py / SHRINK)
    if (Math.cos(angle - heading) < 0) angle += Math.PI
    heading = angle
    px += Math.cos(angle) * step
    py += Math.sin(angle) * step
  }
  return Float32Array.from(points)
}

/** A drop of light with a tail, drawn from the tail to the head. */
function runLight(
  frame: Frame,
  lens: Lens,
  { points, ink, period, phase, radius }: Course,
  seconds: number,
): void {
  const count = points.length / 2
  const tail = Math.min(count * 0.6, 26)
  /** Light comes in at the beginning and leaves at the end: the way is longer than the course by its tail. */
  const head = wrap(seconds / period + phase, 1) * (count + tail)
  for (let index = Math.max(0, Math.ceil(head - tail)); index < Math.min(count, head); index += 1) {
    const strength = 1 - (head - index) / tail
    const edge = Math.min(1, index / 6, (count - index) / 6)
    const x = lens.columnAt(points[index * 2] as number, DISTANCE)
    const y = lens.rowAt(points[index * 2 + 1] as number, DISTANCE)
    dot(frame, x, y, radius * (0.6 + 0.8 * strength), ink, 0.62 * strength * strength * edge)
  }
}

function lightened({ width, data }: Plate, x: number, y: number): Ink {
  const at = (Math.floor(y) * width + Math.floor(x)) * 4
  const [r, g, b] = [0, 1, 2].map((part) => (data[at + part] as number) / 256) as [number, number, number]
  const share = 0.62
  return [r + (255 - r) * share, g + (255 - g) * share, b + (250 - b) * share]
}

function shrunk({ width, height, data }: Plate): ReturnType<typeof createCanvas> {
  const canvas = createCanvas(Math.floor(width / SHRINK), Math.floor(height / SHRINK))
  for (let y = 0; y < canvas.height; y += 1) {
    for (let x = 0; x < canvas.width; x += 1) {
      const at = (y * SHRINK * width + x * SHRINK) * 4
      const into = (y * canvas.width + x) * 3
      for (let part = 0; part < 3; part += 1)
        canvas.data[into + part] = ((data[at + part] as number) / 65_280) ** 2
    }
  }
  return canvas
}
