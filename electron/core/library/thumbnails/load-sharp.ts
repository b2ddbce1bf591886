/**
 * Loads sharp with the first image: its library costs tens of megabytes.
 *
 * In the process that reads files from outside, only the formats that Atelier knows as pictures are decoded. SVG is not: what it
 * asks for cannot be bounded, nor stopped.
 */
import type sharp from 'sharp'

const DECODED = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif', 'Tiff'].map((format) => `VipsForeignLoad${format}`)
let isRestricted = false

/** Holds for the whole process, all its threads included. */
export function restrictDecoding(): void {
  isRestricted = true
}

let loading: Promise<typeof sharp> | null = null

/**
 * Restricts it once: a decoding in another thread that met the moment between `block` and `unblock` would fail.
 *
 * @throws Error where sharp cannot be loaded here: that says nothing about the picture.
 */
export function loadSharp(): Promise<typeof sharp> {
  return (loading ??= load())
}

async function load(): Promise<typeof sharp> {
  const { default: loaded } = await import('sharp')
  if (!isRestricted) return loaded
  loaded.block({ operation: ['VipsForeignLoad'] })
  loaded.unblock({ operation: DECODED })
  // What it keeps for a next time are whole decoded pictures, beside the pixels that may be decoded at once.
  loaded.cache(false)
  return loaded
}
