/**
 * Hostile task results, one after the other: nothing in them holds up the event loop or fills the memory.
 *
 * @slow 10,000 results instead of 100.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { scaled } from '#test/stand-ins/scale.ts'
import { NODE_ARGS } from '../../../electron/scripts/node-settings.ts'

const RESULTS = scaled(100, 10_000)

function start(script: string, ...words: string[]) {
  const path = join(import.meta.dirname, '../../stand-ins', script)
  // With the heap that a host has.
  const child = spawn(process.execPath, [...NODE_ARGS, path, ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill())
  return once(createInterface({ input: child.stdout }), 'line').then(([line]) => String(line))
}

test(
  `${RESULTS} hostile results are read without a long silence, and in bounded memory`,
  { timeout: 3_600_000 },
  async () => {
    const baseUrl = await start('hostile-service-process.ts')
    const figures = JSON.parse(await start('hostile-reader-process.ts', baseUrl, '0', String(RESULTS))) as {
      readonly tried: number
      readonly read: number
      readonly longestSilenceMs: number
      readonly mostMb: number
    }
    expect(figures.tried).toBe(RESULTS + 1)
    expect(figures.read).toBeGreaterThan(RESULTS / 2)
    expect(figures).toSatisfy(
      ({ longestSilenceMs, mostMb }: typeof figures) => longestSilenceMs <= 250 && mostMb <= 400,
    )
  },
)
