/**
 * Composes a landscape from a prompt: sky, land from far to near, trees, subjects, weather.
 *
 * Owns the order. The result is clean light and colour; making it look painted is the style's business.
 */
import { createCanvas, type Canvas } from '../canvas.ts'
import { oklch } from '../color.ts'
import { createNoise, type Noise } from '../noise.ts'
import { createPen, type Pen } from '../pen.ts'
import { between, createRandom, type Random } from '../random.ts'
import { readPrompt } from '../read-prompt.ts'
import type { StyleRequest } from '../styles.ts'
import { chooseLight, lightColor, type Light } from './light.ts'
import { chooseSetting, type Setting } from './setting.ts'
import { drawSky } from './sky.ts'
import { drawSubjects, type Focus } from './subjects.ts'
import { chooseLayers, drawLayer, type LandLayer } from './terrain.ts'
import { drawBroadleaf, drawFir } from './trees.ts'
import { drawUndergrowth } from './undergrowth.ts'
import { drawWater } from './water.ts'
import { drawFog, drawRain, drawSnowfall } from './weather.ts'

export interface Scene {
  readonly canvas: Canvas
  /** What must stay legible. */
  readonly focus: readonly Focus[]
}

/** The landscape that `request` asks for. */
export function composeScene({ prompt, seed, width, height }: StyleRequest): Scene {
  const random = createRandom(`scene ${prompt}`, seed)
  const noise = createNoise(random)
  const reading = readPrompt(prompt)
  const setting = chooseSetting(reading, random)
  const light = chooseLight(setting, reading)
  const canvas = createCanvas(width, height)
  const pen = createPen(canvas)

  drawSky(canvas, setting, light, noise, random)
  const layers = chooseLayers(canvas, setting, random, noise)
  const nearest = layers.at(-1)
  if (nearest === undefined) throw new Error('A landscape has at least one layer.')
  const fogStrength = { clear: 0.2, cloudy: 0.25, fog: 0.85, rain: 0.4, snow: 0.4 }[setting.weather]
  for (const [index, layer] of layers.entries()) {
    if (setting.water && layer === nearest) drawWater(canvas, setting, light, noise)
    drawLayer(canvas, layer, setting, light, noise)
    if (setting.city && index === 1) drawSkyline(pen, canvas, setting, light, random)
    if (layer === nearest) drawUndergrowth(canvas, layer, setting, light, noise, random)
    if (layer.kind !== 'mountain') plantTrees(pen, canvas, layer, setting, light, random, noise)
    if (layer !== nearest) {
      const y =
        layer.kind === 'mountain' ? (setting.horizon + 0.02) * height : meanOf(layer.top) + 0.05 * height
      drawFog(canvas, light, noise, {
        y,
        thickness: 0.06 * height,
        strength: fogStrength * (0.35 + layer.far * 0.6),
      })
    }
  }
  const focus = drawSubjects({ canvas, setting, light, ground: nearest.top, random }, reading)
  if (setting.weather === 'fog') {
    drawFog(canvas, light, noise, {
      y: (setting.horizon + 0.1) * height,
      thickness: 0.17 * height,
      strength: 0.4,
    })
  }
  if (setting.weather === 'snow') drawSnowfall(canvas, random, 0.35 + 0.65 * light.level)
  if (setting.weather === 'rain') drawRain(canvas, random, light)
  return { canvas, focus }
}

export function plantTrees(
  pen: Pen,
  { width, height }: Canvas,
  layer: LandLayer,
  setting: Setting,
  light: Light,
  random: Random,
  noise: Noise,
): void {
  const unit = Math.min(width, height)
  const near = 1 - layer.far
  const nearest = layer.kind === 'ground'
  if (nearest && setting.water) return
  const size = unit * (0.035 + 0.15 * near * near) * (nearest ? 1.25 : 1)
  const density = setting.trees * (nearest ? 0.28 : 1)
  const count = Math.round(((width / size) * 3.4 * density) / (1 + near))
  const firs = setting.snowy || setting.mountains ? 0.8 : setting.season === 'autumn' ? 0.15 : 0.35
  const places = Array.from({ length: count }, () => {
    let share = random()
    if (nearest) share = random() < 0.5 ? share * 0.24 : 1 - share * 0.24
    const x = share * width
    const top = layer.top[Math.min(width - 1, Math.max(0, Math.floor(x)))] ?? height
    const grove = noise.at((x / width) * 5 + layer.far * 31, layer.far * 7)
    const y = top + random() * unit * (0.01 + 0.05 * near)
    return {
      x,
      y,
      height: size * between(random, 0.6, 1.2),
      far: layer.far,
      keep: grove + setting.trees - 0.35 > 0,
    }
  })
  for (const place of places.toSorted((a, b) => a.y - b.y)) {
    if (!place.keep) continue
    if (random() < firs) drawFir(pen, place, setting, light, random)
    else drawBroadleaf(pen, place, setting, light, random)
  }
}

export function drawSkyline(
  pen: Pen,
  { width, height }: Canvas,
  setting: Setting,
  light: Light,
  random: Random,
): void {
  const foot = (setting.horizon + 0.09) * height
  for (const row of [0, 1, 2]) {
    const far = 0.62 - row * 0.2
    let x = -0.02 * width
    while (x < width) {
      const wide = between(random, 0.025, 0.07) * height
      const middle = 1 - Math.abs((x / width) * 2 - 1) * 0.6
      const tall = between(random, 0.06, 0.24) * height * middle * (1 - row * 0.15)
      const color = lightColor(light, oklch(0.42, 0.03, 260), random() * 0.6, far)
      pen.draw([[x, foot - tall, x + wide, foot - tall, x + wide, foot, x, foot]], color)
      const glow = oklch(0.86, 0.12, 80)
      const pane = height * 0.006
      const lit = light.level < 0.7 ? 0.4 : 0.05
      for (let wy = foot - tall + pane * 2; wy < foot - pane * 2; wy += pane * 2.6) {
        for (let wx = x + pane; wx < x + wide - pane; wx += pane * 2.2) {
          if (random() < lit)
            pen.draw(
              [[wx, wy, wx + pane, wy, wx + pane, wy + pane * 1.3, wx, wy + pane * 1.3]],
              glow,
              0.85 - far * 0.6,
            )
        }
      }
      x += wide * between(random, 0.9, 1.25)
    }
  }
}

function meanOf(values: Float32Array): number {
  let sum = 0
  for (const value of values) sum += value
  return sum / values.length
}
