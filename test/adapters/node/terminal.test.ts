/** The programs of the terminal, as processes whose readers go away. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished } from 'vitest'
import { openFaultyService } from '#test/stand-ins/test-service.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { slow } from '#test/stand-ins/scale.ts'

const ELECTRON = join(import.meta.dirname, '../../../electron')

function start(program: string, words: readonly string[], stdout: 'pipe' | number = 'pipe') {
  const child = spawn(process.execPath, [join(ELECTRON, program), ...words], {
    stdio: ['ignore', stdout, 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return { child, ended: once(child, 'exit') }
}

slow.skipIf(process.platform === 'win32').each(['stdout', 'stderr', 'both'] as const)(
  'finishes and keeps what is paid for when nobody reads %s any more',
  { timeout: 120_000 },
  async (closed) => {
    const service = await openFaultyService()
    const folder = await makeTempDir()
    const words = ['--prompt', 'a red fox', '--base-url', service.baseUrl, '--out', join(folder, 'out')]
    const { child, ended } = start('hosts/command-line/generate.ts', [...words, '--data-dir', folder])
    if (closed !== 'stderr') child.stdout?.destroy()
    if (closed !== 'stdout') child.stderr?.destroy()
    expect(await ended).toEqual([closed === 'stderr' ? 0 : 1, null])
    expect(await readdir(join(folder, 'out'))).toEqual(['a-red-fox.png'])
    expect(service.generates()).toHaveLength(1)
  },
)

slow
  .skipIf(process.platform !== 'linux')
  .each([
    'hosts/web/main.ts',
    'hosts/stdio/stdio.ts',
    'hosts/command-line/generate.ts',
    'hosts/command-line/sequence.ts',
    'hosts/command-line/find-results.ts',
    'hosts/command-line/read-models.ts',
    'mcp/main.ts',
  ])('%s --help on a full disk ends with an exit code and one line', { timeout: 60_000 }, async (program) => {
  await using full = await open('/dev/full', 'w')
  const { child, ended } = start(program, ['--help'], full.fd)
  const said = child.stderr ? await text(child.stderr) : ''
  expect([await ended, said]).toEqual([[1, null], 'ENOSPC: no space left on device, write\n'])
})
