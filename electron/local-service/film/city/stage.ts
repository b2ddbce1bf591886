/**
 * Shows a painted city as a film: towers in depth, windows that go on and off, traffic, wet ground that mirrors it all.
 */
import { encodePart, type Rgb } from '../../paint/color.ts'
import { addBloom } from '../bloom.ts'
import { createFrame, type Frame } from '../frame.ts'
import { lensAt, type Lens } from '../lens.ts'
import { showPlate, type Placing } from '../show-plate.ts'
import type { NamedPlates, Stage } from '../stage.ts'
import { createTile } from '../tile.ts'
import { layWater } from '../water.ts'
import { layMist } from '../weather/mist.ts'
import { dot } from '../weather/particles.ts'
import { createRain } from '../weather/rain.ts'
import { createSnow } from '../weather/snow.ts'
import { findLamps, type Lamp } from './lamps.ts'
import { createStreetLife } from './street-life.ts'
import { distanceOfRow, ROWS, type CitySurvey } from './survey.ts'

const BEACON = [255, 60, 50] as const

/** The stage of `survey` with the plates that were painted for it. */
export function openCity(survey: CitySurvey, plates: NamedPlates): Stage {
  const { request, reading, mood, margin, move, shore } = survey
  const tile = createTile(survey.randomFor('mist'), 256, 5, 3)
  const waves = createTile(survey.randomFor('waves'), 256, 9, 2)
  const street = createStreetLife(survey)
  const smeared = createFrame(request.width, request.height)
  const glow = bytesOf(mood.glow)
  const crowd = (request.width * request.height) / Math.min(request.width, request.height) ** 2
  const rainy = reading.weather === 'rain'
  const foggy = reading.weather === 'fog'
  const snowy = reading.weather === 'snow' || reading.season === 'winter'
  const rain = rainy ? createRain(survey.randomFor('rain'), 430 * crowd, -0.12) : null
  const snow = snowy ? createSnow(survey.randomFor('snow'), 480 * crowd, 0.03) : null
  const rows = Array.from({ length: ROWS }, (_, row) => {
    const plate = plates[`row${row}`]
    if (plate === undefined) throw new Error('A city has all its rows.')
    return {
      plate,
      distance: distanceOfRow(row),
      lamps: findLamps(plate, request.duration, survey.randomFor(`lamps ${row}`)),
    }
  })

  function drawTowers(frame: Frame, lens: Lens, seconds: number, to: number): void {
    const unit = Math.min(frame.width, frame.height)
    for (const [row, { plate, distance, lamps }] of rows.entries()) {
      const placing = lens.place(plate, distance)
      showPlate(frame, plate, { ...placing, to })
      for (const lamp of lamps) drawLamp(frame, lamp, placing, seconds)
      if (row === ROWS - 1) continue
      const strength = (foggy ? 0.75 : rainy ? 0.42 : 0.34) * (1 - row / ROWS)
      const bank = { row: to - 0.02 * unit, to, reach: 0.19 * unit, strength, color: glow }
      layMist(frame, tile, { ...bank, drift: seconds * 0.014, offset: row * 0.41 })
    }
  }

  return {
    draw(frame, seconds) {
      const lens = lensAt({ ...request, margin, vanishingRow: shore - 0.12 * survey.height, move, seconds })
      const unit = Math.min(frame.width, frame.height)
      const { sky, subject } = plates
      if (sky === undefined) throw new Error('A city has a sky.')
      const edge = lens.rowAt(shore, distanceOfRow(ROWS - 1))
      const to = Math.ceil(edge)
      showPlate(frame, sky, { ...lens.place(sky, 70), to })
      drawTowers(frame, lens, seconds, to)
      street.drawCars(frame, lens, seconds)
      if (subject) showPlate(frame, subject, { ...lens.place(subject, 2.4), to })
      layWater(
        frame,
        waves,
        {
          shore: edge,
          stretch: 1.3,
          sunColumn: 0,
          glitter: 0,
          sun: glow,
          deep: bytesOf(mood.zenith),
          foam: glow,
          swell: rainy ? 1.15 : 0.85,
          seconds,
          aside: lens.pose.x,
        },
        smear(frame, to, Math.round(unit * 0.014), smeared),
      )
      addBloom(frame, 120, unit * 0.009, 0.62)
      rain?.draw(frame, seconds, glow.map((part) => part * 0.5 + 120) as unknown as typeof glow, lens.pose.x)
      snow?.draw(frame, seconds, [218, 224, 242], lens.pose.x)
      street.drawNear(frame, lens, seconds)
      return { gain: [1, 1, 1], vignette: 0.36 }
    },
  }
}

/** Draws the frame above row `to` out upwards and downwards by `reach` rows into `into`, as wet ground shows lights. */
function smear({ width, data }: Frame, to: number, reach: number, into: Frame): Frame {
  const stride = width * 3
  const sums = new Float32Array(stride)
  const share = 1 / (2 * reach + 1)
  const rowAt = (row: number): number => Math.min(to - 1, Math.max(0, row)) * stride
  for (let row = -reach; row <= reach; row += 1) {
    for (let at = 0, from = rowAt(row); at < stride; at += 1)
      sums[at] = (sums[at] as number) + (data[from + at] as number)
  }
  for (let row = 0; row < Math.min(into.height, to + 2); row += 1) {
    const enter = rowAt(row + reach + 1)
    const leave = rowAt(row - reach)
    for (let at = 0, spot = row * stride; at < stride; at += 1) {
      const sum = sums[at] as number
      into.data[spot + at] = sum * share
      sums[at] = sum + (data[enter + at] as number) - (data[leave + at] as number)
    }
  }
  return into
}

/** Covers a lamp with its wall by as much as it is dark. */
function drawLamp(frame: Frame, lamp: Lamp, { scale, x, y }: Placing, seconds: number): void {
  const { width, height, data } = frame
  const { wall } = lamp
  const darkness = lamp.darkness(seconds)
  if (darkness < 0.01 && wall !== null) return
  if (wall === null) {
    const [column, row] = [x + (lamp.x + lamp.width / 2) * scale, y + (lamp.y + lamp.height / 2) * scale]
    dot(frame, column, row, Math.min(width, height) * 0.011, BEACON, 0.4 * (1 - darkness))
    return
  }
  const left = Math.max(0, Math.floor(x + (lamp.x - 1) * scale))
  const right = Math.min(width - 1, Math.ceil(x + (lamp.x + lamp.width + 1) * scale))
  const top = Math.max(0, Math.floor(y + (lamp.y - 1) * scale))
  const bottom = Math.min(height - 1, Math.ceil(y + (lamp.y + lamp.height + 1) * scale))
  for (let row = top; row <= bottom; row += 1) {
    for (let column = left; column <= right; column += 1) {
      const at = (row * width + column) * 3
      for (const part of [0, 1, 2] as const) {
        const old = data[at + part] as number
        if (old > wall[part]) data[at + part] = old + (wall[part] - old) * darkness
      }
    }
  }
}

function bytesOf([r, g, b]: Rgb): readonly [number, number, number] {
  return [encodePart(r), encodePart(g), encodePart(b)]
}
