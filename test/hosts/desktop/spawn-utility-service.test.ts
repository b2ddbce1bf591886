import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { spawnUtilityService } from '#hosts/desktop/spawn-utility-service.ts'
import { resetElectron, standIn } from '#test/stand-ins/electron.ts'
import { until } from '#test/stand-ins/until.ts'

beforeEach(resetElectron)
afterEach(() => vi.unstubAllEnvs())

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
