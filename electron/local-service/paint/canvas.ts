/**
 * A picture in the making: linear-light RGB in 32-bit floats, so that nothing bands and light adds up as light does.
 *
 * Owns storage, sampling, resizing and blur. Shapes are `pen.ts`'s business.
 */

export interface Canvas {
  /** In pixels. */
  readonly width: number
  readonly height: number
  /** Red, green, blue of each pixel, row by row, each 0 to 1 (or more, for light). */
  readonly data: Float32Array
}

/** A black canvas. */
export function createCanvas(width: number, height: number): Canvas {
  return { width, height, data: new Float32Array(width * height * 3) }
}

/** A copy that can be drawn on without touching `canvas`. */
export function copyCanvas(canvas: Canvas): Canvas {
  return { ...canvas, data: canvas.data.slice() }
}

/** `canvas` at another size: each new pixel is the mean of the area it covers, or is interpolated when growing. */
export function resizeCanvas(canvas: Canvas, width: number, height: number): Canvas {
  if (width === canvas.width && height === canvas.height) return canvas
  const result = createCanvas(width, height)
  const [sx, sy] = [canvas.width / width, canvas.height / height]
  const [nx, ny] = [Math.max(1, Math.ceil(sx)), Math.max(1, Math.ceil(sy))]
  const rgb = new Float32Array(3)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * 3
      for (let j = 0; j < ny; j += 1) {
        for (let i = 0; i < nx; i += 1) {
          sampleInto(rgb, canvas, (x + (i + 0.5) / nx) * sx - 0.5, (y + (j + 0.5) / ny) * sy - 0.5)
          for (let part = 0; part < 3; part += 1) {
            result.data[at + part] = (result.data[at + part] as number) + (rgb[part] as number) / (nx * ny)
          }
        }
      }
    }
  }
  return result
}

/** Writes the colour at (x, y), in pixels from the centre of the first, into `rgb`; edges go on for ever. */
export function sampleInto(rgb: Float32Array, { width, height, data }: Canvas, x: number, y: number): void {
  const cx = x < 0 ? 0 : x > width - 1 ? width - 1 : x
  const cy = y < 0 ? 0 : y > height - 1 ? height - 1 : y
  const x0 = cx | 0
  const y0 = cy | 0
  const fx = cx - x0
  const fy = cy - y0
  const right = x0 + 1 < width ? 3 : 0
  const at = (y0 * width + x0) * 3
  const below = y0 + 1 < height ? at + width * 3 : at
  for (let part = 0; part < 3; part += 1) {
    const top = (data[at + part] as number) * (1 - fx) + (data[at + right + part] as number) * fx
    const bottom = (data[below + part] as number) * (1 - fx) + (data[below + right + part] as number) * fx
    rgb[part] = top * (1 - fy) + bottom * fy
  }
}

/** `canvas` blurred; three box passes come within 3 % of a Gaussian with this deviation in pixels. */
export function blurCanvas(canvas: Canvas, deviation: number): Canvas {
  return { ...canvas, data: blurPlane(canvas.data, canvas.width, canvas.height, 3, deviation) }
}

/** The same for any plane of `parts` numbers a pixel. */
export function blurPlane(
  plane: Float32Array,
  width: number,
  height: number,
  parts: number,
  deviation: number,
): Float32Array {
  const radius = Math.max(0, Math.round((Math.sqrt(4 * deviation * deviation + 1) - 1) / 2))
  if (radius === 0) return plane.slice()
  const result = plane.slice()
  const between = new Float32Array(plane.length)
  for (let pass = 0; pass < 3; pass += 1) {
    boxRows(result, between, width, height, parts, radius)
    boxColumns(between, result, width, height, parts, radius)
  }
  return result
}

function boxRows(
  from: Float32Array,
  to: Float32Array,
  width: number,
  height: number,
  parts: number,
  r: number,
): void {
  const scale = 1 / (2 * r + 1)
  for (let y = 0; y < height; y += 1) {
    for (let part = 0; part < parts; part += 1) {
      const row = y * width * parts + part
      const last = row + (width - 1) * parts
      let sum = (from[row] as number) * (r + 1)
      for (let x = 1; x <= r; x += 1) sum += from[Math.min(last, row + x * parts)] as number
      for (let x = 0; x < width; x += 1) {
        to[row + x * parts] = sum * scale
        const enter = row + (x + r + 1) * parts
        const leave = row + (x - r) * parts
        sum += (from[enter < last ? enter : last] as number) - (from[leave > row ? leave : row] as number)
      }
    }
  }
}

function boxColumns(
  from: Float32Array,
  to: Float32Array,
  width: number,
  height: number,
  parts: number,
  r: number,
): void {
  const scale = 1 / (2 * r + 1)
  const stride = width * parts
  const sums = new Float32Array(stride)
  for (let x = 0; x < stride; x += 1) {
    let sum = (from[x] as number) * (r + 1)
    for (let y = 1; y <= r; y += 1) sum += from[Math.min(height - 1, y) * stride + x] as number
    sums[x] = sum
  }
  for (let y = 0; y < height; y += 1) {
    const enter = Math.min(height - 1, y + r + 1) * stride
    const leave = Math.max(0, y - r) * stride
    for (let x = 0; x < stride; x += 1) {
      const sum = sums[x] as number
      to[y * stride + x] = sum * scale
      sums[x] = sum + (from[enter + x] as number) - (from[leave + x] as number)
    }
  }
}
