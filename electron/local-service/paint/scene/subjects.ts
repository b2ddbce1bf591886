/**
 * Puts the prompt's subjects into a landscape: animals on the ground, boats on the water, birds and balloons in the air.
 */
import type { Canvas } from '../canvas.ts'
import { oklch, shift, type Rgb } from '../color.ts'
import { namedColor } from '../named-colors.ts'
import { createPen, ellipse, type Pen } from '../pen.ts'
import { between, type Random } from '../random.ts'
import type { Reading, Subject } from '../read-prompt.ts'
import { BIRD, CAT, DEER, FOX } from '../shapes/animals.ts'
import { placeShape, type PartRole, type Shape } from '../shapes/shape.ts'
import { BALLOON, BOAT, HOUSE } from '../shapes/things.ts'
import type { SubjectKind } from '../vocabulary.ts'
import { lightColor, type Light } from './light.ts'
import type { Setting } from './setting.ts'
import { drawBroadleaf, drawFir } from './trees.ts'

/** A part of the picture that must stay legible, in pixels. */
export interface Focus {
  readonly x: number
  readonly y: number
  readonly radius: number
}

export interface SubjectScene {
  readonly canvas: Canvas
  readonly setting: Setting
  readonly light: Light
  /** Top of the nearest land at each column, in pixels. */
  readonly ground: Float32Array
  readonly random: Random
}

const ON_LAND: Readonly<Partial<Record<SubjectKind, Shape>>> = {
  fox: FOX,
  wolf: FOX,
  cat: CAT,
  deer: DEER,
  house: HOUSE,
}
const SIZES: Readonly<Partial<Record<SubjectKind, number>>> = {
  fox: 0.24,
  wolf: 0.25,
  cat: 0.22,
  deer: 0.27,
  house: 0.2,
}

/** Draws every subject of `reading` and answers where they stand. */
export function drawSubjects(scene: SubjectScene, reading: Reading): readonly Focus[] {
  const pen = createPen(scene.canvas)
  return reading.subjects.flatMap((subject) => {
    switch (subject.kind) {
      case 'boat':
        return drawBoats(pen, scene, subject)
      case 'bird':
        return drawBirds(pen, scene, subject)
      case 'balloon':
        return drawBalloons(pen, scene, subject)
      case 'tree':
        return drawTrees(pen, scene, subject)
      case 'moon':
      case 'sun':
      case 'star':
        return []
      default:
        return drawOnLand(pen, scene, subject)
    }
  })
}

function colorsOf(subject: Subject, light: Light, far: number): Readonly<Record<PartRole, Rgb>> {
  const usual = {
    fox: oklch(0.62, 0.175, 44),
    wolf: oklch(0.5, 0.02, 250),
    cat: oklch(0.36, 0.02, 60),
    deer: oklch(0.52, 0.085, 55),
    house: oklch(0.5, 0.14, 32),
    boat: oklch(0.45, 0.13, 28),
    balloon: oklch(0.58, 0.19, 30),
  }
  const fallback = oklch(0.3, 0.02, 260)
  const known = Object.entries(usual).find(([kind]) => kind === subject.kind)?.[1] ?? fallback
  const redFur = subject.kind === 'fox' && (subject.color === 'red' || subject.color === null)
  const coat = redFur ? oklch(0.615, 0.19, 40) : subject.color === null ? known : namedColor(subject.color)
  const lit = (color: Rgb, share: number): Rgb => lightColor(light, color, share, far)
  return {
    coat: lit(coat, 0.75),
    shade: lit(shift(coat, -0.11), 0.3),
    pale: lit(oklch(0.95, 0.02, 85), 0.8),
    dim: lit(oklch(0.82, 0.025, 80), 0.3),
    dark: lit(subject.kind === 'bird' ? coat : oklch(0.26, 0.025, 40), 0.1),
    glow: oklch(0.88, 0.14, 82),
  }
}

function drawShape(
  pen: Pen,
  shape: Shape,
  place: Parameters<typeof placeShape>[1],
  colors: Readonly<Record<PartRole, Rgb>>,
): void {
  for (const { role, outlines } of placeShape(shape, place)) pen.draw(outlines, colors[role])
}

function drawOnLand(pen: Pen, scene: SubjectScene, subject: Subject): readonly Focus[] {
  const { canvas, ground, random, light, setting } = scene
  const shape = ON_LAND[subject.kind]
  if (shape === undefined) return []
  const { width, height } = canvas
  const unit = Math.min(width, height)
  const size = ((SIZES[subject.kind] ?? 0.2) * unit) / Math.max(1, subject.count ** 0.35)
  const mirrored = setting.sunX < 0.5
  const colors = colorsOf(subject, light, 0)
  const middle = subject.count === 1 ? (mirrored ? 0.6 : 0.4) : 0.5
  const step = Math.min(0.8 / subject.count, (size * 2.1) / width)
  return Array.from({ length: subject.count }, (_, index) => {
    const x = (middle + (index - (subject.count - 1) / 2) * step + between(random, -0.01, 0.01)) * width
    const column = Math.min(width - 1, Math.max(0, Math.round(x)))
    const y = Math.min(height * 0.93, (ground[column] ?? height * 0.8) + height * between(random, 0.03, 0.06))
    const scale = (size / 100) * between(random, 0.93, 1.05)
    const shadow = lightColor(light, setting.snowy ? oklch(0.68, 0.05, 255) : oklch(0.3, 0.04, 150), 0, 0)
    const reach = (mirrored ? 1 : -1) * scale * 26
    for (const spread of [1.25, 1.05, 0.85]) {
      pen.draw(
        [ellipse(x + reach * spread, y + scale, scale * 82 * spread, scale * 8 * spread)],
        shadow,
        0.22,
      )
    }
    drawShape(
      pen,
      shape,
      { x, y, scale, mirrored: subject.count > 1 && index % 2 === 1 ? !mirrored : mirrored },
      colors,
    )
    return { x, y: y - size * 0.5, radius: size * 1.05 }
  })
}

function drawBoats(pen: Pen, scene: SubjectScene, subject: Subject): readonly Focus[] {
  const { canvas, setting, light, random } = scene
  const { width, height } = canvas
  const unit = Math.min(width, height)
  return Array.from({ length: subject.count }, (_, index) => {
    const near = subject.count === 1 ? 0.4 : 0.18 + (0.5 * index) / (subject.count - 1)
    const y = (setting.horizon + 0.05 + near * 0.28) * height
    const slot = (index * 0.618 + (setting.sunX < 0.5 ? 0.62 : 0.3)) % 1
    const x = (0.16 + 0.68 * slot) * width
    const scale = ((0.11 + 0.2 * near) * unit) / 100
    const place = { x, y, scale, turn: between(random, -0.04, 0.04), mirrored: random() < 0.5 }
    const colors = colorsOf(subject, light, 0.24 * (1 - near))
    for (const { role, outlines } of placeShape(BOAT, { ...place, turn: -place.turn })) {
      const mirrored = outlines.map((outline) =>
        outline.map((value, at) =>
          at % 2 === 1
            ? 2 * y - value + (value - y) * 0.25
            : value + Math.sin((outline[at + 1] ?? 0) * (0.9 / scale) * 0.35) * scale * 2.5,
        ),
      )
      pen.draw(mirrored, shift(colors[role], -0.06), 0.42)
    }
    drawShape(pen, BOAT, place, colors)
    return { x, y: y - scale * 50, radius: scale * 75 }
  })
}

function drawBirds(pen: Pen, scene: SubjectScene, subject: Subject): readonly Focus[] {
  const { canvas, setting, light, random } = scene
  const unit = Math.min(canvas.width, canvas.height)
  const middle = {
    x: (setting.sunX < 0.5 ? 0.64 : 0.36) * canvas.width,
    y: setting.horizon * 0.45 * canvas.height,
  }
  const colors = colorsOf(subject, light, 0.12)
  return Array.from({ length: subject.count }, (_, index) => {
    const scale = (between(random, 0.035, 0.06) * unit * (subject.count === 1 ? 2 : 1)) / 100
    const spread = subject.count === 1 ? 0 : unit * 0.045 * Math.sqrt(index + 0.5)
    const angle = index * 2.4
    const x = middle.x + Math.cos(angle) * spread * 1.8
    const y = middle.y + Math.sin(angle) * spread * 0.8
    drawShape(pen, BIRD, { x, y, scale, turn: between(random, -0.3, 0.3), mirrored: random() < 0.5 }, colors)
    return { x, y, radius: scale * 80 }
  })
}

function drawBalloons(pen: Pen, scene: SubjectScene, subject: Subject): readonly Focus[] {
  const { canvas, setting, light, random } = scene
  const unit = Math.min(canvas.width, canvas.height)
  return Array.from({ length: subject.count }, (_, index) => {
    const near = subject.count === 1 ? 0.8 : ((index * 0.618) % 1) * 0.8 + 0.15
    const scale = ((0.09 + 0.17 * near) * unit) / 100
    const x = (0.14 + 0.72 * ((index * 0.618 + (setting.sunX < 0.5 ? 0.68 : 0.28)) % 1)) * canvas.width
    const y = setting.horizon * between(random, 0.5, 0.8) * canvas.height + scale * 30
    const colors = colorsOf(subject, light, 0.4 * (1 - near))
    drawShape(pen, BALLOON, { x, y, scale }, colors)
    return { x, y: y - scale * 60, radius: scale * 75 }
  })
}

function drawTrees(pen: Pen, scene: SubjectScene, subject: Subject): readonly Focus[] {
  const { canvas, ground, setting, light, random } = scene
  const { width, height } = canvas
  const size = (0.5 * Math.min(width, height)) / Math.max(1, subject.count ** 0.3)
  return Array.from({ length: subject.count }, (_, index) => {
    const spot = subject.count === 1 ? (setting.sunX < 0.5 ? 0.64 : 0.36) : (index + 0.5) / subject.count
    const x = (spot + between(random, -0.03, 0.03)) * width
    const y = (ground[Math.min(width - 1, Math.max(0, Math.round(x)))] ?? height * 0.8) + height * 0.03
    const place = { x, y, height: size * between(random, 0.85, 1.1), far: 0.02 }
    if (setting.snowy && random() < 0.4) drawFir(pen, place, setting, light, random)
    else drawBroadleaf(pen, place, setting, light, random)
    return { x, y: y - size * 0.5, radius: size * 0.5 }
  })
}
