/**
 * Paints the plates of a city at night: the sky, each row of towers and a subject.
 */
import { drawNightSky } from '../../paint/city/scene.ts'
import { drawRow } from '../../paint/city/towers.ts'
import { createCanvas } from '../../paint/canvas.ts'
import { mix } from '../../paint/color.ts'
import { placeEmblem } from '../../paint/emblem.ts'
import { createPen } from '../../paint/pen.ts'
import { liftOff, type Matte } from '../matte.ts'
import { plateOf } from '../plate.ts'
import type { NamedPlates } from '../stage.ts'
import { ROWS, type CitySurvey } from './survey.ts'

/** What there is to paint, each entry a job of its own. */
export function listRecipes(survey: CitySurvey): readonly (() => NamedPlates)[] {
  const rows = Array.from({ length: ROWS }, (_, row) => () => paintRow(survey, row))
  return [() => paintSky(survey), ...rows, () => paintSubject(survey)]
}

function paintSky(survey: CitySurvey): NamedPlates {
  const { width, height, mood, reading, noise, shore } = survey
  const canvas = createCanvas(width, height)
  drawNightSky(canvas, createPen(canvas), mood, reading, noise, survey.randomFor('sky'))
  const rows = Math.ceil(shore) + 8
  return { sky: plateOf({ width, height: rows, data: canvas.data.subarray(0, rows * width * 3) }, null) }
}

function paintRow(survey: CitySurvey, row: number): NamedPlates {
  const { width, height, shore, mood } = survey
  const matte = liftOff(width, height, (canvas) => {
    drawRow(
      createPen(canvas),
      { width, height, shore },
      row / (ROWS - 1),
      mood,
      survey.randomFor(`row ${row}`),
    )
  })
  return { [`row${row}`]: cropped(survey, matte) }
}

function paintSubject(survey: CitySurvey): NamedPlates {
  const { width, height, shore, mood, reading } = survey
  const parts = placeEmblem(reading, width, height, (shore + 2) / height)
  if (parts === null) return {}
  const matte = liftOff(width, height, (canvas) => {
    const pen = createPen(canvas)
    for (const { color, outlines } of parts) pen.draw(outlines, mix(color, mood.zenith, 0.25))
  })
  return { subject: cropped(survey, matte) }
}

/** The rows from the first that is covered to the shore. */
function cropped({ width, shore }: CitySurvey, { canvas, cover }: Matte): NamedPlates[string] {
  const end = Math.ceil(shore) + 4
  let from = 0
  while (from < end - 1 && !cover.subarray(from * width, (from + 1) * width).some((share) => share > 0.01))
    from += 1
  const part = { width, height: end - from, data: canvas.data.subarray(from * width * 3, end * width * 3) }
  return plateOf(part, cover.subarray(from * width, end * width), from)
}
