import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getConfig, validateConfiguration } from 'app-builder-lib/out/util/config/config.js'
import { DebugLogger } from 'builder-util'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')

test('the configuration of the installer is one that electron-builder takes', async () => {
  const config = await getConfig(ROOT, null, null)
  await expect(validateConfiguration(config, new DebugLogger(false))).resolves.toBeUndefined()
})

test('a setting that electron-builder does not know is refused', async () => {
  const config = { ...(await getConfig(ROOT, null, null)), electronFuse: {} }
  await expect(validateConfiguration(config, new DebugLogger(false))).rejects.toThrow('electronFuse')
})

test('every system has its installers, and nobody is asked for more than is needed', async () => {
  const { linux, mac, win, npmRebuild, publish } = await getConfig(ROOT, null, null)
  expect([win?.target, mac?.target, linux?.target]).toEqual([
    ['nsis', 'portable'],
    ['dmg', 'zip'],
    ['AppImage', 'deb', 'rpm', 'tar.gz'],
  ])
  expect([npmRebuild, mac?.hardenedRuntime, publish]).toEqual([
    false,
    true,
    { provider: 'github', releaseType: 'draft' },
  ])
  const entitlements = readFileSync(join(ROOT, 'assets/entitlements.mac.plist'), 'utf8')
  expect([...entitlements.matchAll(/<key>([^<]+)<\/key>/gu)].map(([, key]) => key)).toEqual([
    'com.apple.security.cs.allow-jit',
  ])
})

test('every file that the configuration names is there', async () => {
  const { linux, mac, win } = await getConfig(ROOT, null, null)
  const named = [win?.icon, mac?.icon, linux?.icon, mac?.entitlements, 'LICENSE']
  expect(named.filter((path) => !path || !existsSync(join(ROOT, path)))).toEqual([])
})
