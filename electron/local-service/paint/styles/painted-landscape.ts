/**
 * Painted landscape: hills, water and weather in layered brush strokes.
 */
import { paintWithBrush } from '../brush.ts'
import { createNoise } from '../noise.ts'
import { createRandom } from '../random.ts'
import { composeScene } from '../scene/compose-scene.ts'
import type { Style } from '../styles.ts'

export const paintedLandscape: Style = {
  finish: { vignette: 0.18, grain: 1.1 },
  fromText(request) {
    const { canvas, focus } = composeScene(request)
    const random = createRandom(`brush ${request.prompt}`, request.seed)
    return paintWithBrush(canvas, { size: 0.018, sizes: 4, freedom: 0.3 }, focus, createNoise(random), random)
  },
  fromImage(request, input, strength) {
    const random = createRandom(`brush ${request.prompt}`, request.seed)
    const work = { size: 0.014 + 0.026 * strength, sizes: strength > 0.85 ? 3 : 4, freedom: strength }
    return paintWithBrush(input, work, [], createNoise(random), random)
  },
}
