/**
 * Colour arithmetic: everything is mixed in OKLab and drawn in linear light.
 *
 * Matrices from Björn Ottosson, "A perceptual color space for image processing" (2020).
 */
import named from './named-colors.json' with { type: 'json' }
import type { ColorName } from './read-prompt.ts'

/** Linear-light sRGB, each part 0 to 1. */
export type Rgb = readonly [number, number, number]
/** Lightness 0 to 1, then the green-red and blue-yellow axes, about -0.4 to 0.4. */
type Oklab = readonly [number, number, number]

function toOklab([r, g, b]: Rgb): Oklab {
  const l = Math.cbrt(0.412_221_470_8 * r + 0.536_332_536_3 * g + 0.051_445_992_9 * b)
  const m = Math.cbrt(0.211_903_498_2 * r + 0.680_699_545_1 * g + 0.107_396_956_6 * b)
  const s = Math.cbrt(0.088_302_461_9 * r + 0.281_718_837_6 * g + 0.629_978_700_5 * b)
  return [
    0.210_454_255_3 * l + 0.793_617_785 * m - 0.004_072_046_8 * s,
    1.977_998_495_1 * l - 2.428_592_205 * m + 0.450_593_709_9 * s,
    0.025_904_037_1 * l + 0.782_771_766_2 * m - 0.808_675_766 * s,
  ]
}

/** The colour as linear light; parts may lie outside 0 to 1 when the screen cannot show it. */
function fromOklab([lightness, a, b]: Oklab): Rgb {
  const l = (lightness + 0.396_337_777_4 * a + 0.215_803_757_3 * b) ** 3
  const m = (lightness - 0.105_561_345_8 * a - 0.063_854_172_8 * b) ** 3
  const s = (lightness - 0.089_484_177_5 * a - 1.291_485_548 * b) ** 3
  return [
    4.076_741_662_1 * l - 3.307_711_591_3 * m + 0.230_969_929_2 * s,
    -1.268_438_004_6 * l + 2.609_757_401_1 * m - 0.341_319_396_5 * s,
    -0.004_196_086_3 * l - 0.703_418_614_7 * m + 1.707_614_701 * s,
  ]
}

/** Lightness 0 to 1, chroma 0 to about 0.3, hue in degrees. Chroma is lowered until the screen can show the colour. */
export function oklch(lightness: number, chroma: number, hue: number): Rgb {
  const angle = (hue * Math.PI) / 180
  const [a, b] = [Math.cos(angle), Math.sin(angle)]
  for (let scale = 1; scale > 0; scale -= 0.05) {
    const rgb = fromOklab([lightness, a * chroma * scale, b * chroma * scale])
    if (rgb.every((part) => part >= -0.001 && part <= 1.001)) return clampRgb(rgb)
  }
  return clampRgb(fromOklab([lightness, 0, 0]))
}

export function namedColor(name: ColorName, lighter = 0): Rgb {
  const [lightness = 0, chroma = 0, hue = 0] = named[name]
  return oklch(Math.min(0.98, Math.max(0.05, lightness + lighter)), chroma, hue)
}

/** The colour of a table's entry: lightness, chroma and hue. */
export function oklchOf([lightness = 0, chroma = 0, hue = 0]: readonly number[]): Rgb {
  return oklch(lightness, chroma, hue)
}

/** The colour between `from` (t = 0) and `to` (t = 1), as the eye sees it. */
export function mix(from: Rgb, to: Rgb, t: number): Rgb {
  const [l1, a1, b1] = toOklab(from)
  const [l2, a2, b2] = toOklab(to)
  return clampRgb(fromOklab([l1 + (l2 - l1) * t, a1 + (a2 - a1) * t, b1 + (b2 - b1) * t]))
}

/** The colour with its lightness moved, its chroma multiplied and its hue turned (in degrees). */
export function shift(color: Rgb, lightness: number, chroma = 1, hue = 0): Rgb {
  const [l, a, b] = toOklab(color)
  const turned = (Math.atan2(b, a) * 180) / Math.PI + hue
  return oklch(Math.min(1, Math.max(0, l + lightness)), Math.hypot(a, b) * chroma, turned)
}

/** A linear part as an sRGB byte value, not rounded (IEC 61966-2-1). */
export function encodePart(linear: number): number {
  if (linear <= 0) return 0
  if (linear >= 1) return 255
  return 255 * (linear <= 0.003_130_8 ? linear * 12.92 : 1.055 * linear ** (1 / 2.4) - 0.055)
}

/** An sRGB byte value as a linear part. */
export function linearPart(byte: number): number {
  const part = byte / 255
  return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
}

/** The colour as CSS writes it: "#rrggbb". */
export function hexOf(color: Rgb): string {
  return `#${color.map((part) => Math.round(encodePart(part)).toString(16).padStart(2, '0')).join('')}`
}

function clampRgb([r, g, b]: Rgb): Rgb {
  return [clamp01(r), clamp01(g), clamp01(b)]
}

function clamp01(value: number): number {
  return value < 0 ? 0 : value > 1 ? 1 : value
}
