/** The desktop's server for agents, with the real core under the stand-in for Electron: open while there is an agent to come in. */
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import type { App, AppOptions } from '#core/app.ts'
import { openApp } from '#core/open-app.ts'
import { openCrashNotes } from '#adapters/node/crash-notes.ts'
import { startDesktopHost } from '#hosts/desktop/start-desktop-host.ts'
import { resetElectron } from '#test/stand-ins/electron.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { until } from '#test/stand-ins/until.ts'
import { connect } from './agents-fixture.ts'
import { say } from '#test/stand-ins/say.ts'
import { slow } from '#test/stand-ins/scale.ts'

beforeEach(resetElectron)

async function openDesktop(dataDir: string, background = false) {
  let app: App | null = null
  let server: AppOptions['agentServer']
  let end = (_reason: string): void => undefined
  const host = await startDesktopHost({
    dataDir,
    pageDir: dataDir,
    preload: '/preload.cjs',
    devTools: false,
    background,
    crashes: openCrashNotes(dataDir, () => 1_000, '1.2.3'),
    giveUp: () => undefined,
    say,
    openApp: async (options) => {
      server = options.agentServer
      const opened = await openApp(options)
      if (opened.ok) app = opened.data
      return opened
    },
    spawnService: () => ({
      onLine: () => undefined,
      onExit: (listener: (reason: string) => void) => void (end = listener),
      stop: () => end('exit code 0'),
    }),
  })
  if (!host.ok || app === null) throw new Error('The desktop did not start.')
  let closing: Promise<void> | null = null
  const close = () => (closing ??= host.data.close())
  onTestFinished(close)
  const { call } = app as App
  return { call, server, close, mcpUrl: () => server?.mcpUrl() ?? null }
}

slow('serves /mcp alone, while agents are switched on and one exists', async () => {
  const dataDir = await makeTempDir()
  const serverFile = join(dataDir, 'agents-server.json')
  const desktop = await openDesktop(dataDir)
  expect(desktop.mcpUrl()).toBeNull()
  const created = await desktop.call('agents.create', { name: 'Fox', budget: { requestsPerDay: 0 } })
  const { id, token } = (created as { data: { id: string; token: string } }).data
  const url = await until(desktop.mcpUrl)
  const { origin } = new URL(url)
  const agent = await connect({ origin }, token)
  expect(await agent.use('list_models')).toMatchObject({ isError: false })
  expect((await stat(serverFile)).mode & 0o777).toBe(0o600)
  expect(JSON.parse(await readFile(serverFile, 'utf8'))).toMatchObject({ origin, pid: process.pid })
  const headers = { authorization: `Bearer ${token}` }
  for (const path of ['/', '/rpc/app.info', '/events', '/media/a', '/mcp/']) {
    const { status, headers: answered } = await fetch(origin + path, { headers })
    expect([path, status, answered.get('connection')]).toEqual([path, 404, 'close'])
  }
  expect(
    (await fetch(url, { method: 'POST', headers: { ...headers, origin: 'http://evil.example' } })).status,
  ).toBe(403)

  await desktop.call('settings.set', { agents: { enabled: false } })
  await until(() => desktop.mcpUrl() === null)
  await expect(fetch(url)).rejects.toThrow('fetch failed')
  await desktop.call('settings.set', { agents: { enabled: true } })
  expect(await until(desktop.mcpUrl)).toBe(url)
  await desktop.call('agents.remove', { id })
  await until(() => desktop.mcpUrl() === null)
  await expect(stat(serverFile)).rejects.toThrow('ENOENT')
})

test('has the same address after a start, and takes its file away at the end', async () => {
  const dataDir = await makeTempDir()
  const first = await openDesktop(dataDir)
  await first.call('agents.create', { name: 'Fox', budget: { requestsPerDay: 0 } })
  const url = await until(first.mcpUrl)
  await first.close()
  await expect(stat(join(dataDir, 'agents-server.json'))).rejects.toThrow('ENOENT')
  // As a run that was killed leaves it.
  await writeFile(join(dataDir, 'agents-server.json'), '{"origin":"http://127.0.0.1:1","secret":"x","pid":1}')
  expect(await until((await openDesktop(dataDir)).mcpUrl)).toBe(url)
})

slow('lets in the agent that started the program, before the user has created one', async () => {
  const dataDir = await makeTempDir()
  const desktop = await openDesktop(dataDir, true)
  const { origin } = new URL(await until(desktop.mcpUrl))
  const { secret } = JSON.parse(await readFile(join(dataDir, 'agents-server.json'), 'utf8')) as {
    secret: string
  }
  const agent = await connect({ origin }, secret)
  expect(await agent.use('list_models')).toMatchObject({ isError: false })
  await desktop.call('settings.set', { agents: { enabled: false } })
  await until(() => desktop.mcpUrl() === null)
})
