/**
 * Reads a film's frames with node-av, FFmpeg as a native module.
 *
 * It is an optional extra: never bundled, never in the installer, loaded where somebody has installed it.
 */
import { createRequire } from 'node:module'
import type * as NodeAv from 'node-av/api'
import type * as Library from 'node-av/lib'
import { filtersFor, MAX_DECODED_PIXELS, type FilmSource, type FrameRange } from './film-source.ts'

/** Kept from the bundler, which would look for it when it builds. */
const PACKAGE: string = 'node-av/api'
const LIBRARY: string = 'node-av/lib'

/** Whether the package is there for this platform. Looks for files only. */
export function hasNodeAv(): boolean {
  const here = createRequire(import.meta.url)
  const flavour = process.platform === 'win32' ? '-msvc' : ''
  try {
    const entry = here.resolve(PACKAGE)
    createRequire(entry).resolve(`@seydx/node-av-${process.platform}-${process.arch}${flavour}/node-av.node`)
    return true
  } catch {
    return false
  }
}

/** FFmpeg's `AV_LOG_QUIET`: what is wrong with a film is told by what it throws, not on stderr. */
const SILENT = -8 as Parameters<typeof Library.Log.setLevel>[0]

/** `ReadFrames` with node-av. */
export async function* readWithNodeAv(source: FilmSource, range: FrameRange): AsyncIterable<Uint8Array> {
  const { Decoder, Demuxer, FilterAPI } = (await import(PACKAGE)) as typeof NodeAv
  const { Log } = (await import(LIBRARY)) as typeof Library
  Log.setLevel(SILENT)
  await using input = await Demuxer.open(range.path, { format: source.container })
  const stream = input.video()
  if (!stream) throw new Error('The film holds no pictures.')
  using decoder = await Decoder.create(stream, {
    exitOnError: false,
    options: { max_pixels: String(MAX_DECODED_PIXELS) },
  })
  using filter = FilterAPI.create(filtersFor(source, range, true))
  let left = range.to - range.from
  for await (using frame of filter.frames(decoder.frames(input.packets(stream.index)))) {
    if (frame === null) return
    yield frame.toBuffer()
    left -= 1
    if (left === 0) return
  }
}
