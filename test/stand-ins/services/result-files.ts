/** Result files of the stand-ins for providers: real ones, made from nothing but their extension. */
import sharp from 'sharp'
import { tinyAudio, tinyVideo } from '../tiny-media.ts'
import type { ProviderResponse } from './provider-server.ts'

/** Whatever the path names: a PNG whose colour depends on it, a WAV or an MP4. */
export async function resultFile(path: string): Promise<ProviderResponse> {
  if (path.endsWith('.png')) return file(await tinyPng(greyOf(path)), 'image/png')
  if (path.endsWith('.wav')) return file(tinyAudio(1), 'audio/wav')
  if (path.endsWith('.mp4')) {
    return file(await tinyVideo({ width: 32, height: 32, frames: 4, fps: 4 }), 'video/mp4')
  }
  return { status: 404, body: 'Not Found', headers: { 'content-type': 'text/plain' } }
}

function file(bytes: Uint8Array, type: string): ProviderResponse {
  return { status: 200, body: bytes, headers: { 'content-type': type } }
}

function greyOf(path: string): number {
  return Buffer.from(path).reduce((sum, byte) => (sum * 31 + byte) % 251, 7)
}

/** A PNG of 8 by 8 pixels of one grey. */
function tinyPng(grey: number): Promise<Uint8Array> {
  const background = { r: grey, g: grey, b: grey }
  return sharp({ create: { width: 8, height: 8, channels: 3, background } })
    .png()
    .toBuffer()
}
