/**
 * Stained glass: glowing panes between lead lines, with the prompt's scene or a given picture as the cartoon.
 */
import { addBloom } from '../bloom.ts'
import { createCanvas, sampleInto, type Canvas } from '../canvas.ts'
import { oklch, shift, toOklab, type Rgb } from '../color.ts'
import { placeDisc, placeEmblem, type EmblemPart } from '../emblem.ts'
import { createNoise, type Noise } from '../noise.ts'
import { createPen } from '../pen.ts'
import { createRandom, type Random } from '../random.ts'
import { readPrompt } from '../read-prompt.ts'
import { composeScene } from '../scene/compose-scene.ts'
import type { Style, StyleRequest } from '../styles.ts'
import { createCellFinder, scatterSites } from '../voronoi.ts'

/** The scene is composed this large: only one colour a pane is taken from it. */
const CARTOON_SIDE = 360

const LEAD: Rgb = [0.008, 0.008, 0.01]

interface Glazing {
  /** Width of a pane as a share of the shorter side. */
  readonly pane: number
  readonly lead: number
  /** How much the panes' colour is raised over the cartoon's. */
  readonly chroma: number
  readonly parts: readonly EmblemPart[]
  /** How much of the cartoon itself is painted on the panes, 0 to 1. */
  readonly enamel: number
}

export const stainedGlass: Style = {
  finish: { vignette: 0.3, grain: 0.9 },
  fromText(request) {
    const { width, height, prompt } = request
    const random = createRandom(`glass ${prompt}`, request.seed)
    const reading = readPrompt(prompt)
    const bare = prompt.replaceAll(/\p{L}+/gu, (word) => (isSubject(word) ? landOf(word) : word))
    const shrink = CARTOON_SIDE / Math.min(width, height)
    const cartoon = composeScene({
      ...request,
      prompt: bare,
      width: Math.round(width * shrink),
      height: Math.round(height * shrink),
    })
    const { outline, moon } = placeDisc(reading, width, height)
    const disc = { color: moon ? oklch(0.95, 0.05, 100) : oklch(0.87, 0.16, 82), outlines: [outline] }
    const emblem = placeEmblem(reading, width, height, 0.84) ?? []
    const glazing = { pane: 0.058, lead: 0.0036, chroma: 2.3, parts: [disc, ...emblem], enamel: 0 }
    return glaze(request, cartoon.canvas, glazing, random)
  },
  fromImage(request, input, strength) {
    const random = createRandom(`glass ${request.prompt}`, request.seed)
    const pane = 0.012 + 0.026 * strength
    return glaze(
      request,
      input,
      { pane, lead: pane * 0.055, chroma: 1.2 + 0.5 * strength, parts: [], enamel: 0.62 - 0.4 * strength },
      random,
    )
  },
}

/** Words whose figure is set as panes of its own, and must not stand in the cartoon as well. */
function isSubject(word: string): boolean {
  return readPrompt(word).subjects.length > 0
}

/** What is left of a subject in the cartoon: a boat needs water under it. */
function landOf(word: string): string {
  return readPrompt(word).subjects.some(({ kind }) => kind === 'boat') ? 'sea' : ''
}

function glaze({ width, height }: StyleRequest, cartoon: Canvas, glazing: Glazing, random: Random): Canvas {
  const canvas = createCanvas(width, height)
  const { enamel } = glazing
  const noise = createNoise(random)
  const unit = Math.min(width, height)
  const sites = scatterSites(width, height, unit * glazing.pane, 0.78, random)
  const regions = markRegions(canvas, glazing.parts)
  const regionOf = (x: number, y: number): number =>
    regions[
      Math.min(height - 1, Math.max(0, Math.floor(y))) * width +
        Math.min(width - 1, Math.max(0, Math.floor(x)))
    ] ?? 0
  const siteRegions = Uint8Array.from(sites.x, (x, site) => regionOf(x, sites.y[site] as number))
  const colors = Array.from(sites.x, (x, site) => paneColor(x, sites.y[site] as number))

  function paneColor(x: number, y: number): Rgb {
    const part = glazing.parts[regionOf(x, y) - 1]
    const play = (random() - 0.5) * 0.12
    if (part !== undefined) return shift(part.color, play + 0.02, 1.05, (random() - 0.5) * 14)
    const color = cartoonColor(
      cartoon,
      x / width,
      y / height,
      (glazing.pane * Math.min(cartoon.width, cartoon.height)) / 3,
    )
    const [lightness] = toOklab(color)
    return shift(color, play + (lightness - 0.66) * 0.25 - 0.05, glazing.chroma, (random() - 0.5) * 18)
  }

  const lead = Math.max(1.1, unit * glazing.lead)
  const finder = createCellFinder(sites, siteRegions)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const region = regions[y * width + x] as number
      finder.look(x + 0.5, y + 0.5, region)
      const { site, border } = finder
      const color = colors[site] ?? glazing.parts[region - 1]?.color ?? LEAD
      const texture = glassTexture(noise, x / unit, y / unit, site)
      const rise = 1 - Math.exp((-border / unit) * 60)
      const light = (0.5 + 0.62 * rise) * texture
      const pane = Math.min(1, Math.max(0, border - lead + 0.5))
      const glint = Math.max(0, 1 - Math.abs(border - lead * 0.4) / (lead * 0.35)) * 0.014
      for (let part = 0; part < 3; part += 1) {
        const metal = (LEAD[part] as number) + glint
        const at = (y * width + x) * 3 + part
        const glass = color[part] as number
        const painted = enamel === 0 ? glass : glass + ((cartoon.data[at] as number) - glass) * enamel
        canvas.data[at] = metal + (painted * light - metal) * pane
      }
    }
  }
  leadOutlines(canvas, glazing.parts, lead)
  addBloom(canvas, 0.5, unit * 0.01, 0.22)
  return canvas
}

function markRegions(canvas: Canvas, parts: readonly EmblemPart[]): Uint8Array {
  const regions = new Uint8Array(canvas.width * canvas.height)
  const pen = createPen(canvas)
  for (const [index, { outlines }] of parts.entries()) {
    pen.cover(outlines, (x, y, coverage) => {
      if (coverage >= 0.5) regions[y * canvas.width + x] = index + 1
    })
  }
  return regions
}

/** The mean colour around a point given as shares of the cartoon's size. */
function cartoonColor(cartoon: Canvas, u: number, v: number, reach: number): Rgb {
  const rgb = new Float32Array(3)
  const sum = [0, 0, 0] as [number, number, number]
  for (let point = 0; point < 9; point += 1) {
    const x = u * cartoon.width + ((point % 3) - 1) * reach
    const y = v * cartoon.height + (Math.floor(point / 3) - 1) * reach
    sampleInto(rgb, cartoon, x, y)
    for (const part of [0, 1, 2] as const) sum[part] += Math.min(1, rgb[part] as number) / 9
  }
  return sum
}

/** Streaks and seeds in the glass, different in each pane; about 0.8 to 1.2. */
function glassTexture(noise: Noise, u: number, v: number, site: number): number {
  const turn = site * 2.4
  const [a, b] = [u * Math.cos(turn) + v * Math.sin(turn), v * Math.cos(turn) - u * Math.sin(turn)]
  const streak = noise.at(a * 9 + site, b * 46)
  const cloud = noise.at(a * 22, b * 22 + site)
  return 1 + 0.13 * streak + 0.1 * cloud
}

function leadOutlines(canvas: Canvas, parts: readonly EmblemPart[], lead: number): void {
  const pen = createPen(canvas)
  for (const outline of parts.flatMap((part) => part.outlines)) {
    for (let index = 0; index < outline.length; index += 2) {
      const [x0, y0] = [outline[index] as number, outline[index + 1] as number]
      const [x1, y1] = [
        outline[(index + 2) % outline.length] as number,
        outline[(index + 3) % outline.length] as number,
      ]
      pen.line(x0, y0, x1, y1, lead * 1.7, lead * 1.7, LEAD)
      pen.disc(x0, y0, lead * 0.85, LEAD)
    }
  }
}
