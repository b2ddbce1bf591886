/** Turns the layers of a scene into pixels. */
import sharp from 'sharp'
import { hexOf } from './color.ts'
import { createRandom } from './random.ts'
import { outerBox, type Layer, type Scene } from './scene.ts'
import type { Size } from './frame.ts'

/** All layers on each other, as RGB bytes, without the finish. */
export async function renderScene(
  { layers, defs, ground }: Scene,
  { width, height }: Size,
): Promise<Uint8Array> {
  const body = layers.map(({ svg }) => svg).join('')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${defs}<rect width="100%" height="100%" fill="${hexOf(ground)}"/>${body}</svg>`
  return await sharp(Buffer.from(svg), { unlimited: true }).removeAlpha().raw().toBuffer()
}

/** One layer with its overscan, as RGBA bytes, premultiplied by nothing. */
export async function renderLayer(layer: Layer, defs: string, size: Size): Promise<Uint8Array> {
  const box = outerBox(size)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${box.width}" height="${box.height}" viewBox="${box.left} ${box.top} ${box.width} ${box.height}">${defs}${layer.svg}</svg>`
  return await sharp(Buffer.from(svg), { unlimited: true }).ensureAlpha().raw().toBuffer()
}

/** Adds film grain and darker corners, in place. */
export function finishImage(
  data: Uint8Array | Float32Array,
  { width, height }: Size,
  { grain, vignette }: Scene['finish'],
  seed: number,
): void {
  const random = createRandom('grain', seed)
  const specks = Float32Array.from({ length: 65_536 }, () => (random() + random() + random() - 1.5) * grain)
  for (let y = 0; y < height; y += 1) {
    const dy = ((2 * y + 1) / height - 1) ** 2
    const row = Math.floor(random() * 65_536)
    for (let x = 0; x < width; x += 1) {
      const corner = ((2 * x + 1) / width - 1) ** 2 + dy
      const light = 1 - vignette * corner * corner * 0.25
      const speck = specks[(row + x * 7) & 65_535] as number
      const at = (y * width + x) * 3
      for (let part = at; part < at + 3; part += 1) {
        const value = (data[part] as number) * light + speck
        data[part] = value < 0 ? 0 : value > 255 ? 255 : value
      }
    }
  }
}
