import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MAX_MEMORY_BYTES } from '#core/reading/reader-limits.ts'
import { spawnUtilityReader, spawnUtilityService } from '#hosts/desktop/spawn-utility-service.ts'
import { CONFIG_VARIABLE } from '#test/stand-ins/electron-runtime/config.ts'
import { resetElectron, standIn, utilityProcess } from '#test/stand-ins/electron.ts'
import { slow } from '#test/stand-ins/scale.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { until } from '#test/stand-ins/until.ts'

beforeEach(resetElectron)
afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

test('runs the entry in a utility process, without our key, hears it and ends it', async () => {
  vi.stubEnv('ATELIER_API_KEY', 'canary')
  const service = spawnUtilityService('/entry.js', '/data')
  const heard: string[] = []
  service.onLine((line) => heard.push(line))
  service.onExit((reason) => heard.push(reason))
  const fork = standIn.forks[0]
  expect(fork?.args.slice(0, 2)).toEqual(['/entry.js', ['--port', '0', '--data-dir', '/data']])
  expect(JSON.stringify(fork?.args)).not.toContain('canary')
  fork?.process.stdout.write('ready\n')
  await until(() => heard.includes('ready'))
  service.stop()
  expect(heard).toEqual(['ready', 'exit code 0'])
})

slow("a full heap ends the reader alone, by V8's own limit", async () => {
  const entry = join(await makeTempDir(), 'entry.mjs')
  await writeFile(
    entry,
    `const kept = []
     setInterval(() => {
       kept.push(new Array(1_000_000).fill(1.5))
       if (process.memoryUsage().heapUsed > ${MAX_MEMORY_BYTES}) process.exit(0)
     }, 10)`,
  )
  vi.stubEnv(CONFIG_VARIABLE, JSON.stringify({ chromium: '' }))
  const { runtime } = await import('#test/stand-ins/electron-runtime/runtime.ts')
  const real = await import('#test/stand-ins/electron-runtime/utility-process.ts')
  runtime.isReady = true
  vi.spyOn(utilityProcess, 'fork').mockImplementation(real.utilityProcess.fork as never)
  const reader = spawnUtilityReader(pathToFileURL(entry))
  // Electron tells such an end as an `error` as well, which would be thrown here where nobody listened.
  expect(await new Promise((resolve) => reader.onExit(resolve))).toBe('exit code 1')
})

test('an end that V8 brings about is one of the service alone', () => {
  spawnUtilityService('/entry.js', '/data')
  expect(standIn.forks[0]?.process.emit('error', 'FatalError', '', '{}')).toBe(true)
})
