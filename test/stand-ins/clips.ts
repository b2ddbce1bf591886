/** Clips made and read by ffmpeg and ffprobe, where they are installed: a maker and a reader that are not ours. */
import { execFile, execFileSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { RenderClip } from '#contract/rendering.ts'
import type { RenderRequest } from '#core/rendering/render.ts'

const execute = promisify(execFile)

/** Why there are no clips; null where there are. */
export function whyNoClips(): string | null {
  try {
    for (const program of ['ffprobe', 'ffmpeg']) execFileSync(program, ['-version'], { stdio: 'ignore' })
    return null
  } catch {
    return 'Skipped: ffmpeg and ffprobe are not installed, and the clips are made and checked with them.'
  }
}

export interface ClipKind {
  readonly format: 'mp4' | 'webm'
  readonly video: readonly string[]
  /** Empty: without sound. */
  readonly audio: readonly string[]
  /** Frames a second, as ffmpeg takes it. */
  readonly rate: string
}

export const H264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p']
export const MP4_KIND: ClipKind = { format: 'mp4', video: H264, audio: ['-c:a', 'aac'], rate: '24' }

export async function ffmpeg(args: readonly string[]): Promise<void> {
  await execute('ffmpeg', ['-v', 'error', '-y', ...args])
}

export function secondsAFrame({ rate }: Pick<ClipKind, 'rate'>): number {
  const [over = 1, under = 1] = rate.split('/').map(Number)
  return under / over
}

/** With a tone of 440 Hz, and a key frame every twelve frames. */
export async function makeClip(dir: string, name: string, kind: ClipKind, frames: number): Promise<string> {
  const { format, video, audio, rate } = kind
  const path = join(dir, `${name}.${format}`)
  // A quarter of a frame less, so that no rounding adds one.
  const seconds = String((frames - 0.25) * secondsAFrame(kind))
  const sound = audio.length > 0 ? ['-f', 'lavfi', '-i', `sine=f=440:r=48000:d=${seconds}`] : []
  const picture = ['-f', 'lavfi', '-i', `testsrc2=s=160x120:r=${rate}:d=${seconds}`]
  await ffmpeg([...picture, ...sound, '-g', '12', ...video, ...audio, path])
  return path
}

/** From the type of its box to its matrix: ISO/IEC 14496-12, 8.3.2, version 0. */
const MATRIX_AT = 44
/** A quarter to the right, in fixed points of 16 and 2 bits. */
const QUARTER = [0, 0x1_00_00, 0, -0x1_00_00, 0, 0, 0, 0, 0x40_00_00_00]

/** The same MP4, shown a quarter turned. Answers its path. */
export async function turnClip(path: string): Promise<string> {
  const bytes = await readFile(path)
  // The picture's track is the first one.
  const box = bytes.indexOf('tkhd', 0, 'latin1')
  for (const [index, value] of QUARTER.entries()) bytes.writeInt32BE(value, box + MATRIX_AT + index * 4)
  const to = path.replace('.mp4', '-turned.mp4')
  await writeFile(to, bytes)
  return to
}

/** All of an asset. */
export const clipOf = (assetId: string, more: Partial<RenderClip> = {}): RenderClip => ({
  shotId: assetId,
  number: 1,
  assetId,
  kind: 'video',
  inMs: 0,
  outMs: 86_400_000,
  muted: false,
  dropsFirstFrame: false,
  ...more,
})

export const requestOf = (clips: readonly RenderClip[], format: 'mp4' | 'webm' = 'mp4'): RenderRequest => ({
  name: 'Foxes',
  format,
  clips,
  sound: [],
  normalise: false,
})

export interface ReadPacket {
  /** When it is shown or heard. */
  readonly seconds: number
  /** SHA-256 of what is in it. */
  readonly hash: string
}

/** In the order of the file. */
export async function packetsOf(path: string, track: 'a' | 'v'): Promise<readonly ReadPacket[]> {
  const entries = ['-show_entries', 'packet=pts_time,data_hash', '-show_data_hash', 'sha256', '-of', 'json']
  const args = ['-v', 'error', '-select_streams', track, ...entries, path]
  const { stdout } = await execute('ffprobe', args, { maxBuffer: 64 * 1024 ** 2 })
  const { packets } = JSON.parse(stdout) as { packets: { pts_time: string; data_hash: string }[] }
  return packets.map(({ pts_time, data_hash }) => ({ seconds: Number(pts_time), hash: data_hash }))
}

export const hashesOf = (packets: readonly ReadPacket[]): readonly string[] => packets.map(({ hash }) => hash)

/** Counterclockwise, in degrees, as the file asks for it. */
export async function rotationOf(path: string): Promise<number> {
  const args = ['-v', 'error', '-show_entries', 'stream_side_data=rotation', '-of', 'csv=p=0', path]
  return Number((await execute('ffprobe', args)).stdout.trim())
}
