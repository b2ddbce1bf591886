/**
 * Loads sharp with the first image: its library costs tens of megabytes.
 *
 * Only the formats that Atelier knows as pictures are decoded. SVG is not: what it asks for cannot be bounded, nor stopped.
 */
import type sharp from 'sharp'

const DECODED = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif', 'Tiff'].map((format) => `VipsForeignLoad${format}`)

/** @throws Error where sharp cannot be loaded here: that says nothing about the picture. */
export async function loadSharp(): Promise<typeof sharp> {
  const { default: loaded } = await import('sharp')
  loaded.block({ operation: ['VipsForeignLoad'] })
  loaded.unblock({ operation: DECODED })
  // What it keeps for a next time are whole decoded pictures, beside the pixels that may be decoded at once.
  loaded.cache(false)
  return loaded
}
