/** The user and password of a proxy: kept with the keys, given to that proxy alone, and found nowhere else. */
import { createServer } from 'node:http'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { fail } from '#contract/errors.ts'
import { createDownloader } from '#core/results/download/download.ts'
import { createMemorySecrets, createMemorySettings } from '#test/stand-ins/core-options.ts'
import { textUnder } from '#test/stand-ins/canary.ts'
import { startConnectProxy } from '#test/stand-ins/connect-proxy.ts'
import { listen } from '#test/stand-ins/loopback.ts'
import { slow } from '#test/stand-ins/scale.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { openTestApp } from '#test/stand-ins/test-app.ts'

const PASSWORD = 'Canary@0123:4567/89'
const SIGN_IN = { user: 'DOMAIN\\ann canary', password: PASSWORD }

/** A proxy that wants a sign-in, before a service that takes every request. */
async function openProxy() {
  let requests = 0
  const server = createServer((request, response) => {
    if (request.headers['proxy-authorization'] === undefined) requests++
    response.end('{"data":[]}')
  })
  const { port, close } = await listen(server)
  const proxy = await startConnectProxy(port)
  proxy.wants = `${SIGN_IN.user}:${PASSWORD}`
  onTestFinished(async () => {
    await proxy.close()
    await close()
  })
  return { proxy, requests: () => requests }
}

async function openBehind(address: string, options: Parameters<typeof openTestApp>[0] = {}) {
  const app = await openTestApp(options)
  const { id } = await app.ask('profiles.create', {
    name: 'Far',
    kind: 'comfyui',
    baseUrl: 'http://192.168.7.7:8080',
  })
  return {
    app,
    choose: (signIn?: typeof SIGN_IN | null) => app.ask('settings.setProxy', { address, signIn }),
    test: () => app.ask('profiles.test', { id }),
  }
}

slow('a proxy gets the user and password that were entered for it, and nobody else sees them', async () => {
  const { proxy, requests } = await openProxy()
  const { app, choose, test: ask } = await openBehind(proxy.address)
  expect(await choose()).toEqual({ state: 'none' })
  expect(await ask()).toMatchObject({ reachable: false, id: 'shared.proxySignIn' })
  expect(await choose(SIGN_IN)).toEqual({ state: 'saved' })
  expect(await ask()).toMatchObject({ reachable: true })
  expect(requests()).toBeGreaterThan(0)
  expect(await app.ask('settings.proxySignIn', {})).toEqual({ state: 'saved' })
  await app.ask('app.reportFault', { message: `The form had ${PASSWORD} and ${SIGN_IN.user}.` })
  const { text: report } = await app.ask('app.supportBundle', {})
  const shown = [report, app.settings.text(), app.logLines, app.events, await app.ask('settings.get', {})]
  expect(JSON.stringify(shown)).not.toMatch(/canary/iu)
  const again = await app.reopen()
  expect(await again.ask('settings.proxySignIn', {})).toEqual({ state: 'saved' })
  await again.close()
  expect(await textUnder(app.dataDir)).not.toMatch(/canary/iu)
})

test('they stay while the address is saved again, go with it, and are forgotten when asked to be', async () => {
  const { proxy } = await openProxy()
  const { app, choose } = await openBehind(proxy.address)
  await choose(SIGN_IN)
  expect(await choose()).toEqual({ state: 'saved' })
  expect(await choose(null)).toEqual({ state: 'none' })
  expect(app.secrets.size).toBe(0)
  await choose(SIGN_IN)
  expect(await app.ask('settings.setProxy', { address: 'http://other.example:1' })).toEqual({ state: 'none' })
  expect(app.secrets.size).toBe(0)
})

test('an address that was changed outside of Atelier does not receive them', async () => {
  const { proxy } = await openProxy()
  const { app, choose } = await openBehind('http://127.0.0.1:1')
  await choose(SIGN_IN)
  await app.close()
  app.settings.set('network', { proxy: { mode: 'custom', address: proxy.address } })
  const again = await app.reopen()
  const id = (await again.ask('profiles.list', {})).items.find(({ name }) => name === 'Far')?.id ?? ''
  expect(await again.ask('profiles.test', { id })).toMatchObject({ id: 'shared.proxySignIn' })
})

test('a download behind a proxy that wants a sign-in says so', async () => {
  const { proxy } = await openProxy()
  const downloader = createDownloader({ findProxy: async () => proxy.address })
  onTestFinished(() => downloader.close())
  const partPath = join(await makeTempDir(), 'part')
  const outcome = await downloader.fetch(
    { kind: 'url', url: 'http://192.168.7.7/a.png' },
    { partPath, allowLocal: true, signal: AbortSignal.timeout(60_000), mayResume: false },
  )
  expect(outcome).toMatchObject({ next: 'wait', failure: { id: 'shared.proxySignIn' } })
})

const WRITTEN = `http://${encodeURIComponent(SIGN_IN.user)}:${encodeURIComponent(PASSWORD)}@`

test('what stands in the settings moves to the secret store at the first start', async () => {
  const { proxy } = await openProxy()
  const address = proxy.address.replace('http://', WRITTEN)
  const settings = createMemorySettings({ network: { proxy: { mode: 'custom', address }, later: 1 } })
  const { app, test: ask } = await openBehind('', { settings })
  expect(settings.get('network')).toEqual({ proxy: { mode: 'custom', address: proxy.address }, later: 1 })
  expect(await app.ask('settings.proxySignIn', {})).toEqual({ state: 'saved' })
  expect(await ask()).toMatchObject({ reachable: true })
})

test('it stays where it stands while the secret store refuses it', async () => {
  const address = `${WRITTEN}proxy.example:1`
  const settings = createMemorySettings({ network: { proxy: { mode: 'custom', address } } })
  const set = async () => fail('not_available_here', 'hosts.keychainRefused', { field: 'apiKey' })
  const app = await openTestApp({ settings, secrets: Object.assign(createMemorySecrets('os'), { set }) })
  expect(settings.get('network')).toEqual({ proxy: { mode: 'custom', address } })
  expect(app.logLines.join('\n')).toContain('hosts.keychainRefused')
  expect(app.logLines.join('\n')).not.toMatch(/canary/iu)
  expect((await app.ask('settings.get', {})).network).toEqual({ proxy: { mode: 'system' } })
})

test.each([
  [{ user: 'a:b', password: '' }, 'settings.proxyUserInvalid'],
  [{ user: '', password: 'x' }, 'settings.proxyUserInvalid'],
  [{ user: 'a', password: 'b\nc' }, 'settings.proxyPasswordInvalid'],
])('refuses what no proxy could be given: %j', async (signIn, id) => {
  const app = await openTestApp()
  const refused = await app.failure('settings.setProxy', { address: 'http://p:1', signIn })
  expect(refused).toMatchObject({ code: 'invalid_input', id })
  expect(app.secrets.size).toBe(0)
})
