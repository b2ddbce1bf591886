import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { spawnNodeService } from '#hosts/local-service/spawn-node-service.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'

async function start(script: string) {
  const folder = await makeTempDir()
  const entry = join(folder, 'service.mjs')
  await writeFile(entry, script)
  process.env['ATELIER_API_KEY'] = 'canary'
  const service = spawnNodeService(entry, '/data')
  delete process.env['ATELIER_API_KEY']
  onTestFinished(() => service.stop())
  const line = new Promise<string>((resolve) => service.onLine(resolve))
  const ended = new Promise<string>((resolve) => service.onExit(resolve))
  return { service, line, ended }
}

test('runs the entry with its arguments, without our key, and ends it', async () => {
  const { service, line, ended } = await start(
    'console.log(JSON.stringify([process.argv.slice(2), process.env.ATELIER_API_KEY ?? null])); process.stdin.resume()',
  )
  expect(JSON.parse(await line)).toEqual([['--port', '0', '--data-dir', '/data', '--exit-with-parent'], null])
  service.stop()
  expect(await ended).toBe('SIGTERM')
})

test('keeps standard input open until it is stopped', async () => {
  const { service, line, ended } = await start(
    `process.on('SIGTERM', () => {}); process.stdin.on('end', () => process.exit(7)).resume(); console.log('up')`,
  )
  await line
  service.stop()
  expect(await ended).toBe('exit code 7')
})

test('says how the process ended', async () => {
  expect(await (await start('process.exit(3)')).ended).toBe('exit code 3')
})
