/** The two scripts that every document of a window begins with, as text. */
import { createCodec } from './codec.ts'
import { createCrossroads, enterMainWorld } from './main-world.ts'
import { enterPreloadWorld, type PreloadWorld } from './preload-world.ts'

const SHARED = `${createCodec.toString()}, ${createCrossroads.toString()}`

/** For the page's own world. */
export function mainWorldSource(channel: string): string {
  return `(${enterMainWorld.toString()})(${SHARED}, ${JSON.stringify(channel)})`
}

/** For the isolated world: the built preload as a function, evaluated nowhere else. */
export function preloadSource(world: PreloadWorld, preload: string): string {
  const body = `function (require, module, exports, process) {\n${preload}\n}`
  return `(${enterPreloadWorld.toString()})(${SHARED}, ${JSON.stringify(world)}, ${body})`
}
