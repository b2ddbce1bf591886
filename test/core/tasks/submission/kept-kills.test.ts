/**
 * The process is killed while a response arrives that carries the result: all of it is saved, or the outcome is unknown.
 *
 * @slow 24 kills instead of six.
 */
import { expect } from 'vitest'
import { killWhileResponding } from '#test/stand-ins/kept-response-kills.ts'
import { scaled, slow } from '#test/stand-ins/scale.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'

slow(
  'pays once and loses nothing, whatever the kill leaves of the response',
  { timeout: 900_000 },
  async () => {
    const kills = scaled(6, 24)
    const figures = await killWhileResponding(await makeTempDir(), kills, 20_261_123)
    const { wrongs, duplicates, losses, charged } = figures
    expect({ wrongs, duplicates, losses, charged }).toEqual({
      wrongs: [],
      duplicates: 0,
      losses: 0,
      charged: kills,
    })
    expect(figures.unknown).toBeGreaterThan(0)
    expect(figures.saved).toBeGreaterThan(0)
  },
)
