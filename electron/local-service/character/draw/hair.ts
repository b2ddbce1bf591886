/**
 * Hair: one mass round the head whose lower edge is given by direction, so that it is the same head of hair from every side,
 * and what hangs or stands out from it.
 */
import { shift, type Rgb } from '../../paint/color.ts'
import { closed, limb, oval, united, type Point, points } from './curves.ts'
import { HAIR_CUTS, tipAt, type HairCut } from './hair-cuts.ts'
import type { Stage } from './stage.ts'

/** The head as hair sees it: a little wider than high, in heads above the chin. */
const CENTRE_Y = 0.55
const RADIUS_X = 0.435
const RADIUS_Y = 0.455
/** How many locks the edge is made of from one side to the other, and how they stand out. */
const LOCKS = 22
const UNEVEN = [-1, 0.6, 1.1, -0.7, 0.3, 1, -1.3, -0.2, 0.9, 0.4, -0.9]
/** How far the head reaches back from its axis. */
const BACK = 0.16

/** What hangs behind the body: the part of long hair that is seen past the neck, a tail, plaits. */
export function drawHairBehind(stage: Stage): void {
  const { design, body, ink } = stage
  const cut = HAIR_CUTS[design.hair]
  if (cut === null || design.species === 'beast') return
  if (cut.length < 0.12) {
    const x = body.headX + body.view.across(0, -BACK * (cut.length < -0.3 ? 1 : 0.45))
    ink.paint(curtain(cut, x, body.chinY), shift(design.colors.hair, -0.07), { shade: 0.06 })
  }
  if (cut.hangs !== null) drawHanging(stage, cut, true)
}

/** The hair on the head; from the back also what hangs. */
export function drawHairOver(stage: Stage): void {
  const { design, body, ink } = stage
  const cut = HAIR_CUTS[design.hair]
  if (cut === null) return
  if (design.species === 'beast') {
    drawTuft(stage)
    return
  }
  const { hair } = design.colors
  if (design.hair === 'mohawk') {
    drawMohawk(stage)
    return
  }
  const x = body.headX + body.view.across(0, -0.035)
  const falls = body.view.isBack && cut.length < 0.12
  const below = falls ? [curtain(cut, x, body.chinY)] : []
  const curls = cut.bumps > 0 ? curlsAround(stage, cut, x) : []
  ink.paint(united([...below, ...curls, cap(stage, cut, x)]), hair, { shade: 0.055 })
  if (falls) drawStrands(stage, cut, x)
  if (cut.bumps > 0) drawRinglets(stage, x)
  drawShine(stage, cut, x)
  if (cut.hangs !== null && body.view.isBack) drawHanging(stage, cut, false)
  else if (cut.hangs === 'bun') drawHanging(stage, cut, false)
}

/** From one edge of what is seen, over the crown to the other, and back along the tips. */
function cap({ body }: Stage, cut: HairCut, x: number): readonly number[] {
  const { view, headX, chinY } = body
  const [wide, high] = [RADIUS_X + cut.volume * 0.75, RADIUS_Y + cut.volume]
  const points: Point[] = []
  for (let step = 0; step <= 12; step += 1) {
    const angle = Math.PI * (1 - step / 12)
    const ruffle = cut.ruffle * (step % 2 === 0 ? 1 : -0.4)
    points.push([x + Math.cos(angle) * (wide + ruffle), chinY + CENTRE_Y + Math.sin(angle) * (high + ruffle)])
  }
  const middle = view.name === 'front' ? 0 : view.isBack ? 180 : 36
  const lowest = Math.max(cut.length, -0.3)
  const edge = (degrees: number): number => Math.max(lowest, tipAt(cut, degrees))
  points.push([x + wide * 1.0, chinY + Math.min(CENTRE_Y, edge(middle + 88) + 0.1)])
  for (let step = 0; step <= LOCKS; step += 1) {
    const degrees = middle + 88 - (176 * step) / LOCKS
    const { shift: across, squash } = view.onRound(degrees)
    const lock = UNEVEN[(step + Math.round(middle / 12)) % UNEVEN.length] ?? 0
    points.push([
      headX + across * 0.425,
      chinY + edge(degrees) + cut.teeth * lock * (0.35 + 0.65 * Math.max(0, squash)),
    ])
  }
  points.push([x - wide * 1.0, chinY + Math.min(CENTRE_Y, edge(middle - 88) + 0.1)])
  return closed(points)
}

/** Hair that falls past the neck, as seen behind it. */
function curtain(cut: HairCut, x: number, chinY: number): readonly number[] {
  const wide = RADIUS_X + cut.volume * 0.8
  const low = chinY + cut.length
  const wave = cut.wave
  const points: Point[] = [
    [x - wide * 0.8, chinY + CENTRE_Y + 0.2],
    [x - wide - 0.01, chinY + 0.35],
    [x - wide * cut.spread - wave, chinY + cut.length * 0.35],
    [x - wide * cut.spread + wave, chinY + cut.length * 0.7],
    [x - wide * 0.78, low + 0.04],
    [x - wide * 0.4, low - 0.02],
    [x, low + 0.035],
    [x + wide * 0.4, low - 0.02],
    [x + wide * 0.78, low + 0.04],
    [x + wide * cut.spread - wave, chinY + cut.length * 0.7],
    [x + wide * cut.spread + wave, chinY + cut.length * 0.35],
    [x + wide + 0.01, chinY + 0.35],
    [x + wide * 0.8, chinY + CENTRE_Y + 0.2],
  ]
  return closed(points)
}

function drawStrands({ design, body, ink }: Stage, cut: HairCut, x: number): void {
  const color = shift(design.colors.hair, -0.08)
  for (const share of [-0.55, -0.2, 0.18, 0.52]) {
    const at = x + share * RADIUS_X
    ink.stroke(
      [
        [at * 0.6 + x * 0.4, body.chinY + 0.75],
        [at, body.chinY + 0.2],
        [at + cut.wave, body.chinY + cut.length * 0.5],
        [at, body.chinY + cut.length + 0.1],
      ],
      0.014,
      color,
      0.75,
    )
  }
}

/** A soft band of light on the side of the lamp, and some strands from the parting. */
function drawShine({ design, body, ink }: Stage, cut: HairCut, x: number): void {
  const { hair } = design.colors
  const { chinY } = body
  const top = chinY + CENTRE_Y + RADIUS_Y * 0.62
  ink.stroke(
    points('-0.3 -0.05, -0.2 0.05, -0.05 0.1, 0.06 0.1', x, top),
    0.045,
    shift(hair, 0.085, 0.95),
    0.6,
  )
  const color = shift(hair, -0.085)
  const crown = chinY + CENTRE_Y + RADIUS_Y + cut.volume * 0.4
  const away = body.view.isBack ? 0.28 : 0.12
  for (const share of [-0.62, 0.35, 0.72]) {
    ink.stroke(
      [
        [x + share * 0.12, crown - 0.02],
        [x + share * 0.3, crown - away],
        [x + share * 0.4, crown - away * 1.9],
      ],
      0.013,
      color,
      0.65,
    )
  }
}

/** Round locks along the outer edge. */
function curlsAround({ body }: Stage, cut: HairCut, x: number): readonly (readonly number[])[] {
  const [wide, high] = [RADIUS_X + cut.volume * 0.75, RADIUS_Y + cut.volume]
  // From the side, the face begins where the curls on the far side would hang.
  const from = body.view.name === 'three-quarter' ? 0.98 : 1.16
  return Array.from({ length: cut.bumps + 1 }, (_, bump) => {
    const angle = Math.PI * (from - ((from + 0.16) * bump) / cut.bumps)
    return oval(
      x + Math.cos(angle) * wide * 0.95,
      body.chinY + CENTRE_Y + Math.sin(angle) * high * 0.95,
      0.125,
      0.125,
    )
  })
}

function drawRinglets({ design, body, ink }: Stage, x: number): void {
  const color = shift(design.colors.hair, -0.075)
  for (const [dx, dy] of points(
    '-0.3 0.75, -0.1 0.9, 0.12 0.92, 0.31 0.78, 0.02 0.78, -0.38 0.55, 0.4 0.55',
  )) {
    const [cx, cy] = [x + dx, body.chinY + dy]
    ink.stroke(points('-0.05 0, 0 0.045, 0.05 0, 0.01 -0.03', cx, cy), 0.016, color, 0.7)
  }
}

function drawMohawk({ design, body, ink }: Stage): void {
  const { view, headX, chinY } = body
  const x = headX + view.across(0, -0.05)
  const side = view.name === 'three-quarter'
  const half = side ? 0.36 : 0.12
  const low = view.isBack ? 0.25 : side ? 0.62 : 0.78
  const points: Point[] = [[x - half, chinY + (side ? 0.76 : low)]]
  for (let spike = 0; spike <= 4; spike += 1) {
    const across = x - half + (2 * half * spike) / 4
    points.push(
      [across - 0.03, chinY + 1.02],
      [across + 0.01, chinY + 1.24 - Math.abs(spike - 2) * 0.05],
      [across + 0.01, chinY + 1.24 - Math.abs(spike - 2) * 0.05],
    )
  }
  points.push([x + half, chinY + (side ? 0.5 : low)])
  ink.paint(closed(points), design.colors.hair, { shade: 0.04 })
}

/** What a beast has instead: a lock on the brow. */
function drawTuft({ design, body, ink }: Stage): void {
  const x = body.headX + body.view.onRound(0).shift * (body.view.isBack ? 0 : 0.28)
  const y = body.chinY + 0.94
  const color = design.hair === 'bald' ? design.colors.skin : shift(design.colors.skin, -0.05)
  ink.paint(
    closed(
      points(
        `-0.14 -0.02, -0.13 0.1, -0.13 0.1, -0.03 0.07, 0.03 0.15, 0.03 0.15, 0.08 0.06,
0.17 0.07, 0.17 0.07, 0.12 -0.04, 0 -0.12, 0 -0.12`,
        x,
        y,
      ),
    ),
    color,
    { shade: 0.03 },
  )
}

function drawHanging(stage: Stage, cut: HairCut, isBehind: boolean): void {
  const { design, body, ink } = stage
  const { view, headX, chinY } = body
  const color: Rgb = isBehind ? shift(design.colors.hair, -0.03) : design.colors.hair
  const tie = design.colors.accent
  const back = headX + view.across(0, -0.42)
  switch (cut.hangs) {
    case 'bun': {
      const y = chinY + 1.03
      const x = headX + view.across(0, -0.14)
      if (isBehind || view.isBack) ink.paint(oval(x, y, 0.19, 0.17), color, { shade: 0.05 })
      if (isBehind) ink.stroke(points('-0.08 -0.02, 0 0.07, 0.09 -0.01', x, y), 0.014, shift(color, -0.1))
      break
    }
    case 'tail': {
      const base = headX + view.across(0, -0.26) + (view.name === 'front' ? 0.2 : 0.06)
      const spine: readonly Point[] = view.isBack
        ? points('0 0.78, 0.06 0.4, 0.02 -0.1, 0.06 -0.55', back, chinY)
        : points('0 0.88, 0.3 0.88, 0.38 0.4, 0.26 -0.25', base, chinY)
      ink.paint(limb(spine, [0.09, 0.15, 0.14, 0.02]), color, { shade: 0.05 })
      const [tx, ty] = view.isBack ? [back, chinY + 0.75] : [base + 0.1, chinY + 0.95]
      ink.paint(oval(tx, ty, 0.075, 0.06), tie, { shade: 0.02 })
      break
    }
    case 'bunches':
      for (const side of [-1, 1]) {
        const x = headX + view.across(side * 0.43, -0.06)
        const spread = view.name === 'three-quarter' ? 0.1 : 0.17
        const spine: Point[] = [
          [x, chinY + 0.66],
          [x + side * spread, chinY + 0.55],
          [x + side * (spread + 0.04), chinY + 0.1],
          [x + side * spread * 0.7, chinY - 0.3],
        ]
        ink.paint(limb(spine, [0.08, 0.13, 0.12, 0.015]), color, { shade: 0.05 })
        ink.paint(oval(x + side * 0.03, chinY + 0.64, 0.065, 0.06), tie, { shade: 0.02 })
      }
      break
    case 'plait': {
      const x = view.isBack ? back : headX + view.across(0.22, -0.3)
      for (let link = 0; link < 7; link += 1) {
        const y = chinY + (view.isBack ? 0.12 : 0.05) - link * 0.13
        const bend = Math.sin(link * 0.5) * 0.03
        ink.paint(
          oval(
            x + bend + (link % 2 === 0 ? -0.018 : 0.018),
            y,
            0.1 - link * 0.006,
            0.085,
            link % 2 === 0 ? 0.4 : -0.4,
          ),
          color,
          { shade: 0.03, line: 0.8 },
        )
      }
      ink.paint(oval(x + 0.01, chinY - 0.83, 0.05, 0.05), tie, { shade: 0.02 })
      ink.paint(closed(points('-0.05 -0.86, 0.05 -0.86, 0.02 -1.04, 0.02 -1.04', x, chinY)), color, {
        shade: 0.02,
      })
      break
    }
    case null:
      break
  }
}
