/**
 * Loads sharp with the first image: the start needs none, and sharp's library costs a sixth of its time and tens of
 * megabytes.
 */
import type sharp from 'sharp'

/** @throws Error where sharp cannot be loaded here: that says nothing about the picture. */
export async function loadSharp(): Promise<typeof sharp> {
  return (await import('sharp')).default
}
