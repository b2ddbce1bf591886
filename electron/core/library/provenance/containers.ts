/** The formats that can carry a recipe, by the extension that a file's bytes deserve. Others are given a file beside them. */
import type { Container } from './container.ts'
import { flac } from './formats/flac.ts'
import { jpeg } from './formats/jpeg.ts'
import { mp3 } from './formats/mp3.ts'
import { mp4 } from './formats/mp4.ts'
import { ogg } from './formats/ogg.ts'
import { png } from './formats/png.ts'
import { wav } from './formats/wav.ts'
import { webp } from './formats/webp.ts'

const CONTAINERS: Readonly<Record<string, Container>> = {
  flac,
  jpg: jpeg,
  m4a: mp4,
  mov: mp4,
  mp3,
  mp4,
  ogg,
  opus: ogg,
  png,
  wav,
  webp,
}

/** Null for a format that carries none. */
export function containerFor(extension: string): Container | null {
  return Object.hasOwn(CONTAINERS, extension) ? (CONTAINERS[extension] ?? null) : null
}
