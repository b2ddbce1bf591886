/**
 * Lifts a drawing off its ground: what was drawn, and how much of the ground it hides.
 *
 * Anything that only lays colour over what is there (as every pen here does) is drawn twice, on black and on white: where
 * both agree it covers fully, where they differ most it covers nothing (Smith and Blinn, "Blue Screen Matting", 1996).
 */
import { createCanvas, type Canvas } from '../paint/canvas.ts'

export interface Matte {
  /** The drawing's own colour in linear light; meaningless where nothing covers. */
  readonly canvas: Canvas
  /** 0 to 1 a pixel. */
  readonly cover: Float32Array
}

/** The matte of what `draw` draws; it is called twice and has to draw the same both times. */
export function liftOff(width: number, height: number, draw: (canvas: Canvas) => void): Matte {
  const onBlack = createCanvas(width, height)
  const onWhite = createCanvas(width, height)
  onWhite.data.fill(1)
  draw(onBlack)
  draw(onWhite)
  const cover = new Float32Array(width * height)
  const { data } = onBlack
  for (let spot = 0; spot < cover.length; spot += 1) {
    const at = spot * 3
    const difference = (onWhite.data[at + 1] as number) - (data[at + 1] as number)
    const alpha = Math.min(1, Math.max(0, 1 - difference))
    cover[spot] = alpha
    if (alpha < 0.002) continue
    for (let part = at; part < at + 3; part += 1) data[part] = (data[part] as number) / alpha
  }
  return { canvas: onBlack, cover }
}

/**
 * Carries the colour of covered places on into the uncovered ones above them, so that a brush that reaches over the rim meets
 * the same colour there.
 */
export function spreadColor({ canvas, cover }: Matte): void {
  const { width, height, data } = canvas
  let [r, g, b] = [0, 0, 0]
  for (let x = 0; x < width; x += 1) {
    for (let y = height - 1; y >= 0; y -= 1) {
      const spot = y * width + x
      const at = spot * 3
      if ((cover[spot] as number) > 0.02) {
        r = data[at] as number
        g = data[at + 1] as number
        b = data[at + 2] as number
        continue
      }
      data[at] = r
      data[at + 1] = g
      data[at + 2] = b
    }
  }
}
