import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runtimePath } from '../../../electron/scripts/desktop-runtime.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { until } from '#test/stand-ins/until.ts'

const ROOT = join(import.meta.dirname, '../../..')
const MAIN = join(ROOT, '.build/desktop/main.js')

const runtime = runtimePath(join(ROOT, 'node_modules/electron'), process.env)
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
