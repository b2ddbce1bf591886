/**
 * Shows a painted landscape as a film: sky first, then land from far to near with mist between, water, weather and light.
 */
import { encodePart, type Rgb } from '../../paint/color.ts'
import type { LandLayer } from '../../paint/scene/terrain.ts'
import type { Plate } from '../plate.ts'
import { createTile } from '../tile.ts'
import type { Frame, Grade } from '../frame.ts'
import { lensAt, type Lens } from '../lens.ts'
import { showPlate, solidRow, type Placing } from '../show-plate.ts'
import type { NamedPlates, Stage } from '../stage.ts'
import { layMist } from '../weather/mist.ts'
import { createWeather } from '../weather/weather.ts'
import { createBirds } from './birds.ts'
import { cloudOffset } from './clouds.ts'
import { driftOfLight, layGlow } from './daylight.ts'
import { createStars } from './stars.ts'
import { distanceOf, shoreOf, type Survey } from './survey.ts'
import { layWater } from '../water.ts'

const SKY_DISTANCE = 60
const CLOUD_DISTANCE = { highClouds: 40, clouds: 24 } as const

/** The stage of `survey` with the plates that were painted for it. */
export function openLandscape(survey: Survey, plates: NamedPlates): Stage {
  const { request, setting, light, layers, height, margin, move, wind, toward } = survey
  const tile = createTile(survey.randomFor('mist'), 256, 5, 3)
  const waves = createTile(survey.randomFor('waves'), 256, 9, 2)
  const weather = createWeather(survey.randomFor('weather'), {
    width: request.width,
    height: request.height,
    kind: setting.weather,
    season: setting.season,
    time: setting.time,
    stormy: survey.stormy,
    wind: wind * toward,
    bright: bytesOf(light.cloudLit),
    level: light.level,
    trees: setting.trees,
  })
  const birds = createBirds(survey)
  const drawStars = createStars(survey)
  const haze = bytesOf(light.haze)
  const sun = bytesOf(light.sun)
  const deep = bytesOf(deepOf(survey))
  const mistiness = { clear: 0.16, cloudy: 0.22, fog: 0.8, rain: 0.4, snow: 0.34 }[setting.weather]
  const shore = shoreOf(survey)

  function drawSky(frame: Frame, lens: Lens, seconds: number, to: number): void {
    const { sky } = plates
    if (sky === undefined) throw new Error('A landscape has a sky.')
    showPlate(frame, sky, { ...lens.place(sky, SKY_DISTANCE), to })
    drawStars(frame, lens, seconds)
    for (const name of ['highClouds', 'clouds'] as const) {
      const plate = plates[name]
      if (plate === undefined) continue
      const opacity = name === 'highClouds' ? 0.55 : 1
      showPlate(frame, plate, {
        ...lens.place(plate, CLOUD_DISTANCE[name], cloudOffset(survey, name, seconds)),
        opacity,
        to,
      })
    }
    layGlow(frame, lens, survey, seconds)
  }

  return {
    draw(frame, seconds) {
      const lens = lensAt({
        ...request,
        margin,
        vanishingRow: setting.horizon * height,
        move,
        seconds,
      })
      const unit = Math.min(frame.width, frame.height)
      const shoreRow = lens.rowAt(shore.row, shore.distance)
      const { land, horizon } = placeLand(frame, lens, setting.water ? Math.ceil(shoreRow) : frame.height)
      drawSky(frame, lens, seconds, horizon)
      birds.draw(frame, lens, seconds)
      const { balloons, boats } = plates
      if (balloons) {
        const rise = -seconds * 0.006 * unit + Math.sin(seconds * 0.6) * 0.003 * unit
        showPlate(frame, balloons, lens.place(balloons, 5, toward * seconds * 0.004 * unit, rise))
      }
      for (const { plate, placing, layer, distance, to, index } of land) {
        showPlate(frame, plate, { ...placing, to })
        const foot =
          layer.kind === 'mountain' ? (setting.horizon + 0.02) * height : meanOf(layer.top) + 0.05 * height
        layMist(frame, tile, {
          row: lens.rowAt(foot, distance),
          to,
          reach: 0.07 * unit,
          strength: mistiness * (0.35 + layer.far * 0.6),
          color: haze,
          drift: seconds * 0.016 * wind * toward * (1.4 - layer.far),
          offset: index * 0.37,
        })
      }
      if (setting.water) {
        layWater(frame, waves, {
          shore: shoreRow,
          sunColumn: lens.columnAt(setting.sunX * survey.width, SKY_DISTANCE),
          glitter: Math.min(1, light.glow * 1.3),
          sun,
          deep,
          foam: bytesOf(light.cloudLit),
          stretch: 0.94,
          swell: survey.stormy ? 3.4 : wind,
          seconds,
          aside: lens.pose.x,
        })
        const drift = seconds * 0.012 * wind * toward
        layMist(frame, tile, {
          row: shoreRow,
          reach: 0.02 * unit,
          strength: 0.3,
          color: haze,
          drift,
          offset: 0.71,
        })
      }
      if (boats) {
        const bob = Math.sin(seconds * 1.1) * 0.004 * unit * Math.sqrt(wind)
        showPlate(frame, boats, lens.place(boats, 3.4, toward * seconds * 0.004 * unit, bob))
      }
      drawGround(frame, lens, seconds)
      weather.draw(frame, lens.pose.x, seconds)
      return grade(seconds)
    },
  }

  /** The layers that are seen, from far to near, each down to the row from which nearer ones hide it, and the sky's last row. */
  function placeLand(
    frame: Frame,
    lens: Lens,
    end: number,
  ): { readonly land: readonly Placed[]; readonly horizon: number } {
    const land: Placed[] = []
    const { ground } = plates
    let to = ground
      ? Math.min(end, solidRow(frame, ground, lens.place(ground, distanceOf(survey, survey.nearest))))
      : end
    for (const [index, layer] of [...layers.entries()].toReversed()) {
      const plate = plates[`layer${index}`]
      if (plate === undefined) continue
      const distance = distanceOf(survey, layer)
      const placing = lens.place(plate, distance)
      land.unshift({ plate, placing, layer, distance, to, index })
      to = Math.min(to, solidRow(frame, plate, placing))
    }
    return { land, horizon: to }
  }

  function drawGround(frame: Frame, lens: Lens, seconds: number): void {
    const { ground, growth, trees, standing } = plates
    const distance = distanceOf(survey, survey.nearest)
    const unit = Math.min(frame.width, frame.height)
    if (ground) showPlate(frame, ground, lens.place(ground, distance))
    if (trees) {
      const columns = windAlong(frame.width, unit, seconds, wind, 0.35)
      const strengthAt = (row: number): number => Math.max(0, trees.height - row) * 0.006 * wind
      showPlate(frame, trees, { ...lens.place(trees, distance), sway: { columns, strengthAt } })
    }
    if (standing) showPlate(frame, standing, lens.place(standing, distance))
    if (growth) {
      const columns = windAlong(frame.width, unit, seconds, wind, 1)
      const sway = { columns, strengthAt: () => unit * 0.0016 * wind }
      showPlate(frame, growth, { ...lens.place(growth, distance), sway })
    }
  }

  function grade(seconds: number): Grade {
    return {
      gain: driftOfLight(setting.time, seconds / request.duration, weather.flash(seconds)),
      vignette: 0.2,
    }
  }
}

interface Placed {
  readonly plate: Plate
  readonly placing: Placing
  readonly layer: LandLayer
  readonly distance: number
  readonly to: number
  readonly index: number
}

/** Gusts by column: -1 to 1, rolling with the wind. */
function windAlong(width: number, unit: number, seconds: number, wind: number, fine: number): Float32Array {
  return Float32Array.from({ length: width }, (_, x) => {
    const place = (x / unit) * 9 * fine
    return (
      0.6 * Math.sin(place - seconds * 2.1 * Math.sqrt(wind)) + 0.4 * Math.sin(place * 2.3 - seconds * 3.4)
    )
  })
}

function deepOf({ light, setting }: Survey): Rgb {
  const share = setting.time === 'night' ? 0.12 : 0.3
  return [0, 1, 2].map((part) => {
    const [shade, haze] = [light.shade[part] as number, light.haze[part] as number]
    return (shade + (haze - shade) * share) * 0.72
  }) as unknown as Rgb
}

function bytesOf([r, g, b]: Rgb): readonly [number, number, number] {
  return [encodePart(r), encodePart(g), encodePart(b)]
}

function meanOf(values: Float32Array): number {
  let sum = 0
  for (const value of values) sum += value
  return sum / values.length
}
