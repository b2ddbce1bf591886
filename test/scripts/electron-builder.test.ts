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

test('an installed Atelier cannot be turned into Node, inspected or given other code', async () => {
  const { electronFuses } = await getConfig(ROOT, null, null)
  expect(electronFuses).toEqual({
    runAsNode: false,
    enableCookieEncryption: true,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    grantFileProtocolExtraPrivileges: false,
  })
})
