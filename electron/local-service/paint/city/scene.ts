/**
 * Composes a city at night: sky, rows of towers in haze, signs, and a wet street or river that mirrors it all.
 */
import { addBloom } from '../bloom.ts'
import type { Canvas } from '../canvas.ts'
import { gradient, mix, oklch, type Rgb } from '../color.ts'
import { placeEmblem } from '../emblem.ts'
import type { Noise } from '../noise.ts'
import { createPen, type Pen } from '../pen.ts'
import { between, type Random } from '../random.ts'
import type { Reading } from '../read-prompt.ts'
import { chooseCityMood, SHORE, type CityMood } from './mood.ts'
import { drawBokeh, drawDrops, drawSnow, mirrorCity } from './street.ts'
import { drawRow } from './towers.ts'

const ROWS = 5

/** Draws the city over the whole canvas. */
export function drawCity(canvas: Canvas, reading: Reading, noise: Noise, random: Random): void {
  const { width, height } = canvas
  const unit = Math.min(width, height)
  const mood = chooseCityMood(reading, random)
  const pen = createPen(canvas)
  drawNightSky(canvas, pen, mood, reading, noise, random)
  const shore = SHORE * height
  for (let row = 0; row < ROWS; row += 1) {
    drawRow(pen, { width, height, shore }, row / (ROWS - 1), mood, random)
    drawHaze(canvas, shore, mood.glow, 0.26 * (1 - row / ROWS), noise, row)
  }
  const emblem = placeEmblem(reading, width, height, SHORE + 0.012)
  for (const { color, outlines } of emblem ?? []) pen.draw(outlines, mix(color, mood.zenith, 0.25))
  const rainy = reading.weather === 'rain'
  mirrorCity(canvas, shore, mood, noise, rainy)
  addBloom(canvas, 0.3, unit * 0.009, 0.75)
  if (rainy) drawDrops(pen, canvas, mood, random)
  if (reading.weather === 'snow' || reading.season === 'winter') drawSnow(pen, canvas, random)
  drawBokeh(pen, canvas, mood, random)
}

export function drawNightSky(
  canvas: Canvas,
  pen: Pen,
  mood: CityMood,
  reading: Reading,
  noise: Noise,
  random: Random,
): void {
  const { width, height, data } = canvas
  const table = gradient([
    { at: 0, color: mood.zenith },
    { at: 0.55, color: mix(mood.zenith, mood.glow, 0.42) },
    { at: 1, color: mood.glow },
  ])
  const unit = Math.min(width, height)
  const veiled = reading.weather === 'rain' || reading.weather === 'fog'
  const [moonX, moonY] = [between(random, 0.2, 0.8) * width, between(random, 0.13, 0.22) * height]
  const moon = unit * (reading.subjects.some(({ kind }) => kind === 'moon') ? 0.085 : 0.048)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const cloud = noise.fbm((x / height) * 2.2, (y / height) * 5, 3) * 0.13
      const depth = Math.min(1, Math.max(0, y / (SHORE * height) + cloud))
      const halo = veiled ? 0 : 0.5 * Math.exp(-Math.sqrt((x - moonX) ** 2 + (y - moonY) ** 2) / (moon * 1.5))
      const at = Math.round(depth * 1023) * 3
      for (let part = 0; part < 3; part += 1) {
        const light = (mood.glow[part] as number) * halo * (1 + cloud * 4)
        data[(y * width + x) * 3 + part] = (table[at + part] as number) + light
      }
    }
  }
  if (veiled) return
  for (let star = 0; star < 170; star += 1) {
    const size = Math.max(0.5, unit * 0.0011 * (0.4 + random() ** 3 * 1.4))
    pen.disc(
      random() * width,
      random() ** 1.5 * height * 0.5,
      size,
      [0.85, 0.9, 1],
      between(random, 0.2, 0.85),
    )
  }
  pen.disc(moonX, moonY, moon, oklch(0.95, 0.035, 95), 0.97)
  pen.disc(moonX - moon * 0.3, moonY - moon * 0.2, moon * 0.22, oklch(0.88, 0.03, 95), 0.6)
  pen.disc(moonX + moon * 0.25, moonY + moon * 0.3, moon * 0.3, oklch(0.89, 0.03, 95), 0.5)
}

function drawHaze(
  { width, height, data }: Canvas,
  shore: number,
  color: Rgb,
  strength: number,
  noise: Noise,
  row: number,
): void {
  for (let y = Math.floor(shore * 0.45); y < shore; y += 1) {
    const rise = Math.max(0, (y / shore - 0.45) / 0.55)
    for (let x = 0; x < width; x += 1) {
      const wisp = noise.at((x / height) * 2.5 + row * 9, (y / height) * 5) * 0.4
      const alpha = strength * rise ** 2.2 * (1 + wisp)
      for (let at = (y * width + x) * 3, part = 0; part < 3; part += 1) {
        const old = data[at + part] as number
        data[at + part] = old + ((color[part] as number) - old) * alpha
      }
    }
  }
}
