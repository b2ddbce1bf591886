/**
 * Light that spills from bright places into their surroundings, as in a lens or through glass.
 */
import { blurPlane, resizeCanvas, type Canvas } from './canvas.ts'

const SHRINK = 4

/** Adds to `canvas` what lies above `threshold`, spread over `reach` pixels and multiplied by `strength`. */
export function addBloom(canvas: Canvas, threshold: number, reach: number, strength: number): void {
  const { width, height, data } = canvas
  const small = resizeCanvas(canvas, Math.ceil(width / SHRINK), Math.ceil(height / SHRINK))
  const bright = small.data.slice()
  for (let at = 0; at < bright.length; at += 3) {
    const peak = Math.max(bright[at] as number, bright[at + 1] as number, bright[at + 2] as number)
    const share = peak <= threshold ? 0 : (peak - threshold) / peak
    for (let part = at; part < at + 3; part += 1) bright[part] = (bright[part] as number) * share
  }
  const near = blurPlane(bright, small.width, small.height, 3, reach / SHRINK)
  const far = blurPlane(near, small.width, small.height, 3, (reach * 3) / SHRINK)
  for (let at = 0; at < near.length; at += 1)
    near[at] = (near[at] as number) * 0.6 + (far[at] as number) * 0.8
  const spill = resizeCanvas({ width: small.width, height: small.height, data: near }, width, height)
  for (let at = 0; at < data.length; at += 1)
    data[at] = (data[at] as number) + (spill.data[at] as number) * strength
}
