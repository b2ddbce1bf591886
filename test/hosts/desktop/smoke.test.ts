import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { until } from '#test/stand-ins/until.ts'

const MAIN = join(import.meta.dirname, '../../../.build/desktop/main.js')

/** Electron's program, found without loading the module (which would start a download); null where it is not there. */
function findRuntime(): string | null {
  const folder = dirname(createRequire(import.meta.url).resolve('electron/package.json'))
  const pathFile = join(folder, 'path.txt')
  if (!existsSync(pathFile)) return null
  const dist = process.env['ELECTRON_OVERRIDE_DIST_PATH'] ?? join(folder, 'dist')
  const runtime = join(dist, readFileSync(pathFile, 'utf8').trim())
  return existsSync(runtime) ? runtime : null
}

const runtime = findRuntime()
const missing =
  runtime === null ? 'no Electron runtime' : existsSync(MAIN) ? null : 'the desktop is not built'
const suffix = missing === null ? '' : ` (skipped: ${missing})`

test.skipIf(missing !== null)(`starts the built desktop and opens its library${suffix}`, async () => {
  const dataDir = await makeTempDir()
  const args = [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), MAIN, '--data-dir', dataDir]
  const desktop = spawn(runtime ?? '', args, { stdio: 'ignore' })
  onTestFinished(() => void desktop.kill('SIGKILL'))
  const log = () => readFile(join(dataDir, 'logs', 'atelier.log'), 'utf8').catch(() => '')
  await until(async () => (await log()).includes('The desktop is ready.'), {
    what: 'the window to load its page',
  })
  expect(existsSync(join(dataDir, 'library.db'))).toBe(true)
})
