/**
 * Reads a film's frames with the system's `ffmpeg`, as a process of its own.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, constants } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { filtersFor, MAX_DECODED_PIXELS, type FilmSource, type FrameRange } from './film-source.ts'

/** A strip of film takes seconds; whatever takes longer hangs. */
const MAX_MS = 180_000
const MAX_COMPLAINT = 400

/** The path of `ffmpeg` among the folders of PATH, or null. */
export async function findFfmpeg(path = process.env['PATH'] ?? ''): Promise<string | null> {
  const names = process.platform === 'win32' ? ['ffmpeg.exe'] : ['ffmpeg']
  for (const folder of path.split(delimiter).filter(Boolean)) {
    for (const name of names) {
      const program = join(folder, name)
      const found = await access(program, constants.X_OK).then(
        () => true,
        () => false,
      )
      if (found) return program
    }
  }
  return null
}

/** `ReadFrames` with the program at `program`. No shell is involved, and it may open no other file and no network. */
export async function* readWithFfmpeg(
  program: string,
  source: FilmSource,
  range: FrameRange,
): AsyncIterable<Uint8Array> {
  const words = ['-hide_banner', '-nostdin', '-loglevel', 'error', '-protocol_whitelist', 'file']
  words.push('-max_pixels', String(MAX_DECODED_PIXELS), '-f', source.container, '-i', range.path)
  words.push('-map', '0:v:0', '-vf', filtersFor(source, range, false))
  words.push('-frames:v', String(range.to - range.from), '-f', 'rawvideo', 'pipe:1')
  const child = spawn(program, words, {
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: MAX_MS,
    killSignal: 'SIGKILL',
    windowsHide: true,
  })
  const ended = once(child, 'close')
  let complaint = ''
  child.stderr.on('data', (text: Buffer) => {
    complaint = (complaint + text.toString()).slice(0, MAX_COMPLAINT)
  })
  try {
    yield* cutFrames(child.stdout, source.width * source.height * 3)
    const [code] = (await ended) as [number | null]
    if (code !== 0) throw new Error(`ffmpeg could not read the film. ${complaint}`.trim())
  } finally {
    child.kill('SIGKILL')
    await ended
  }
}

async function* cutFrames(stream: AsyncIterable<Buffer>, sizeBytes: number): AsyncIterable<Uint8Array> {
  let frame = new Uint8Array(sizeBytes)
  let filled = 0
  for await (const chunk of stream) {
    for (let at = 0; at < chunk.length;) {
      const part = chunk.subarray(at, at + sizeBytes - filled)
      frame.set(part, filled)
      filled += part.length
      at += part.length
      if (filled < sizeBytes) continue
      yield frame
      frame = new Uint8Array(sizeBytes)
      filled = 0
    }
  }
}
