/** What filters measure of a frame: how light each place is, and where its contours run. */
import type { Frame } from '../scene.ts'

/** How light each pixel looks, 0 (black) to 1: gamma-encoded luma, BT.709. */
export function lightOf({ data }: Frame): Float32Array {
  const light = new Float32Array(data.length / 3)
  for (let spot = 0, at = 0; spot < light.length; spot += 1, at += 3) {
    light[spot] =
      ((data[at] as number) * 0.2126 +
        (data[at + 1] as number) * 0.7152 +
        (data[at + 2] as number) * 0.0722) /
      255
  }
  return light
}

/**
 * Where contours run, 0 to about 0.3: places darker than what surrounds them, and places where the colour turns between warm
 * and cold though it is as light (a fox on autumn leaves). `light` is that of the frame.
 */
export function contoursOf({ width, height, data }: Frame, light: Float32Array): Float32Array {
  const unit = Math.min(width, height)
  const warmth = new Float32Array(light.length)
  for (let spot = 0, at = 0; spot < warmth.length; spot += 1, at += 3)
    warmth[spot] = ((data[at] as number) - (data[at + 2] as number)) * (0.5 / 255)
  const finely = Math.max(0.6, unit * 0.0012)
  const fine = blur(light, width, height, finely)
  const broad = blur(light, width, height, unit * 0.0034)
  const fineWarmth = blur(warmth, width, height, finely * 1.4)
  const broadWarmth = blur(warmth, width, height, unit * 0.0034)
  for (let spot = 0; spot < fine.length; spot += 1) {
    const darker = (broad[spot] as number) - (fine[spot] as number)
    const turned = Math.abs((broadWarmth[spot] as number) - (fineWarmth[spot] as number))
    fine[spot] = Math.max(darker, turned * 1.7 - 0.008, 0)
  }
  return fine
}

/** Two box means, which come close to a Gaussian blur of this deviation in pixels. */
function blur(plane: Float32Array, width: number, height: number, deviation: number): Float32Array {
  const reach = Math.round((Math.sqrt(6 * deviation * deviation + 1) - 1) / 2)
  if (reach === 0) return plane.slice()
  return boxMean(boxMean(plane, width, height, 1, reach), width, height, 1, reach)
}

/** The mean over a square of `2 * reach + 1` pixels a side, for a plane of `parts` numbers a pixel. */
export function boxMean(
  plane: Float32Array,
  width: number,
  height: number,
  parts: number,
  reach: number,
): Float32Array {
  const stride = width * parts
  const across = new Float32Array(plane.length)
  const scale = 1 / (2 * reach + 1)
  for (let y = 0; y < height; y += 1) {
    for (let part = 0; part < parts; part += 1) {
      const first = y * stride + part
      const last = first + stride - parts
      let sum = (plane[first] as number) * (reach + 1)
      for (let x = 1; x <= reach; x += 1) sum += plane[Math.min(last, first + x * parts)] as number
      for (let at = first; at <= last; at += parts) {
        across[at] = sum * scale
        const enter = at + (reach + 1) * parts
        const leave = at - reach * parts
        sum +=
          (plane[enter < last ? enter : last] as number) - (plane[leave > first ? leave : first] as number)
      }
    }
  }
  const result = new Float32Array(plane.length)
  const sums = new Float32Array(stride)
  const rowAt = (y: number): number => Math.min(height - 1, Math.max(0, y)) * stride
  for (let y = -reach; y <= reach; y += 1) {
    for (let at = 0, from = rowAt(y); at < stride; at += 1)
      sums[at] = (sums[at] as number) + (across[from + at] as number)
  }
  for (let y = 0; y < height; y += 1) {
    const enter = rowAt(y + reach + 1)
    const leave = rowAt(y - reach)
    for (let at = 0, into = y * stride; at < stride; at += 1) {
      const sum = sums[at] as number
      result[into + at] = sum * scale
      sums[at] = sum + (across[enter + at] as number) - (across[leave + at] as number)
    }
  }
  return result
}

/** 0 at `low`, 1 at `high`, and a smooth step between. */
export function smoothStep(low: number, high: number, value: number): number {
  const share = (value - low) / (high - low)
  const clamped = share < 0 ? 0 : share > 1 ? 1 : share
  return clamped * clamped * (3 - 2 * clamped)
}
