import { chmod, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { FilmSource } from '#local-service/film/restyle/film-source.ts'
import { probeFilm } from '#local-service/film/restyle/probe-film.ts'
import { findFfmpeg, readWithFfmpeg } from '#local-service/film/restyle/read-with-ffmpeg.ts'
import { hasNodeAv, readWithNodeAv } from '#local-service/film/restyle/read-with-node-av.ts'
import { until } from '#test/stand-ins/until.ts'
import { makeFolder } from '../../support/service.ts'
import { squareAt, TINY_FILM, writeTinyFilm } from '../../support/tiny-film.ts'

const source: FilmSource = {
  container: 'mov',
  rotation: 0,
  width: TINY_FILM.width,
  height: TINY_FILM.height,
  framesPerSecond: TINY_FILM.framesPerSecond,
}

let folder: Awaited<ReturnType<typeof makeFolder>>

beforeEach(async () => {
  folder = await makeFolder()
})
afterEach(() => folder.remove())

async function collect(frames: AsyncIterable<Uint8Array>): Promise<Uint8Array[]> {
  const all: Uint8Array[] = []
  for await (const frame of frames) all.push(frame.slice())
  return all
}

/** The first column of the middle row that is nearly white. */
function firstWhite(frame: Uint8Array, width: number, height: number): number {
  const row = Math.floor(height / 2) * width
  return Array.from({ length: width }, (_, x) => frame[(row + x) * 3] as number).findIndex((red) => red > 180)
}

describe('probeFilm', () => {
  it('measures rate, length and turn', async () => {
    expect(await probeFilm({ path: await writeTinyFilm(folder.path) })).toEqual({
      framesPerSecond: 12,
      frames: 12,
      rotation: 0,
    })
  })

  it.each([24, 24_000 / 1001, 60])('takes %d frames a second for what they are', async (framesPerSecond) => {
    const path = await writeTinyFilm(folder.path, { framesPerSecond, sound: false })
    expect((await probeFilm({ path })).framesPerSecond).toBe(framesPerSecond)
  })

  it('refuses what holds no pictures', async () => {
    const path = join(folder.path, 'sound.mp3')
    await writeTinyFilm(folder.path)
    await writeFile(path, await readFile(join(folder.path, 'tiny.mp3')))
    await expect(probeFilm({ path })).rejects.toThrow('The film holds no pictures.')
  })
})

if (!hasNodeAv()) console.log('Skipped: node-av is not installed, so no film is really decoded here.')

describe.skipIf(!hasNodeAv())('reading with node-av', () => {
  it('gives every frame, in order, in its colours', async () => {
    const path = await writeTinyFilm(folder.path)
    const frames = await collect(readWithNodeAv(source, { path, from: 0, to: 12 }))
    expect(frames).toHaveLength(12)
    for (const [index, frame] of frames.entries()) {
      expect(frame.length).toBe(96 * 64 * 3)
      expect(Math.abs(firstWhite(frame, 96, 64) - squareAt(index))).toBeLessThanOrEqual(1)
      const ground = Array.from(frame.subarray(0, 3))
      for (const [part, value] of [40, 70, 150].entries())
        expect(Math.abs((ground[part] as number) - value)).toBeLessThan(9)
    }
  })

  it('gives a part of the film, and ends where the film ends', async () => {
    const path = await writeTinyFilm(folder.path)
    const frames = await collect(readWithNodeAv(source, { path, from: 8, to: 30 }))
    expect(frames.length).toBeGreaterThanOrEqual(4)
    expect(frames.length).toBeLessThanOrEqual(5)
    expect(Math.abs(firstWhite(frames[0] as Uint8Array, 96, 64) - squareAt(8))).toBeLessThanOrEqual(1)
  })

  it('scales and turns', async () => {
    const path = await writeTinyFilm(folder.path)
    const turned: FilmSource = { ...source, rotation: 90, width: 32, height: 48 }
    const [frame] = await collect(readWithNodeAv(turned, { path, from: 0, to: 1 }))
    /** The square is a quarter of the way from the left, in the middle: turned clockwise it is near the top, in the middle. */
    const white = Array.from({ length: 48 }, (_, y) => (frame as Uint8Array)[(y * 32 + 16) * 3] as number)
    const rows = white.flatMap((red, y) => (red > 180 ? [y] : []))
    expect([rows[0], rows.at(-1)]).toEqual([4, 11])
  })

  it('says no to something that is no film', async () => {
    const path = join(folder.path, 'noise.mp4')
    await writeFile(path, Buffer.alloc(4_000, 7))
    await expect(collect(readWithNodeAv(source, { path, from: 0, to: 4 }))).rejects.toThrow(/Invalid data/u)
  })
})

describe('reading with ffmpeg', () => {
  /** Stands in for ffmpeg: writes down what it was asked for, then does what `script` says. */
  async function standIn(script: string): Promise<string> {
    const program = join(folder.path, 'ffmpeg')
    const words = `require('node:fs').writeFileSync(${JSON.stringify(join(folder.path, 'words.json'))}, JSON.stringify(process.argv.slice(2)))`
    await writeFile(program, `#!${process.execPath}\n${words}\n${script}\n`)
    await chmod(program, 0o755)
    return program
  }

  const twoFrames = `const frame = Buffer.alloc(96 * 64 * 3)
    for (const value of [10, 20]) process.stdout.write(Buffer.from(frame.fill(value)))`

  it('cuts what comes into frames', async () => {
    const program = await standIn(twoFrames)
    const frames = await collect(readWithFfmpeg(program, source, { path: '/some/film.mp4', from: 3, to: 5 }))
    expect(frames.map((frame) => [frame.length, frame[0]])).toEqual([
      [18_432, 10],
      [18_432, 20],
    ])
  })

  it('lets it open nothing but the one file, of the one kind', async () => {
    const program = await standIn(twoFrames)
    await collect(readWithFfmpeg(program, source, { path: '/some/film.mp4', from: 3, to: 5 }))
    const words = JSON.parse(await readFile(join(folder.path, 'words.json'), 'utf8')) as string[]
    const after = (name: string): string | undefined => words[words.indexOf(name) + 1]
    expect({
      protocols: after('-protocol_whitelist'),
      kind: after('-f'),
      file: after('-i'),
      frames: after('-frames:v'),
    }).toEqual({
      protocols: 'file',
      kind: 'mov',
      file: '/some/film.mp4',
      frames: '2',
    })
    expect(words.indexOf('-protocol_whitelist')).toBeLessThan(words.indexOf('-i'))
    expect(Number(after('-max_pixels'))).toBeGreaterThan(0)
  })

  it('tells what ffmpeg complains of', async () => {
    const program = await standIn(`process.stderr.write('moov atom not found'); process.exitCode = 1`)
    await expect(
      collect(readWithFfmpeg(program, source, { path: '/x.mp4', from: 0, to: 2 })),
    ).rejects.toThrow('ffmpeg could not read the film. moov atom not found')
  })

  it('ends the program when nobody wants more', async () => {
    const pidFile = join(folder.path, 'pid')
    const stubborn = `require('node:fs').writeFileSync(${JSON.stringify(pidFile)}, String(process.pid))
      process.stdout.on('error', () => {}); setInterval(() => {}, 1000)`
    const program = await standIn(`${twoFrames}; ${stubborn}`)
    for await (const frame of readWithFfmpeg(program, source, { path: '/x.mp4', from: 0, to: 9 })) {
      expect(frame[0]).toBe(10)
      await until(() => readFile(pidFile, 'utf8').catch(() => null), { what: 'the program to have begun' })
      break
    }
    const pid = Number(await readFile(pidFile, 'utf8'))
    expect(() => process.kill(pid, 0)).toThrow('ESRCH')
  })

  it('is found in the folders of PATH, or not at all', async () => {
    const program = await standIn(twoFrames)
    expect(await findFfmpeg(`/nowhere:${folder.path}`)).toBe(program)
    expect(await findFfmpeg('/nowhere')).toBeNull()
  })
})
