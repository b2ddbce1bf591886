import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { getConfig, validateConfiguration } from 'app-builder-lib/out/util/config/config.js'
import { MacPackager } from 'app-builder-lib'
import { LinuxTargetHelper } from 'app-builder-lib/out/targets/LinuxTargetHelper.js'
import { asArray, DebugLogger } from 'builder-util'
import { expect, onTestFinished, test, vi } from 'vitest'
import { APP_ID } from '#hosts/desktop/arguments.ts'
import { LINK_START } from '#hosts/desktop/links/deep-links.ts'
import { signingFrom } from '../../electron/scripts/package/signing.ts'
import { walkAsync } from '@electron/osx-sign/dist/cjs/util.js'
import { BUNDLE } from '../../electron/scripts/package/make-program.ts'
import { STAND_IN_FUSES } from '../../electron/scripts/package/run-package.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { slow } from '#test/stand-ins/scale.ts'

const ROOT = join(import.meta.dirname, '../..')

slow('the configuration of the installer is one that electron-builder takes', async () => {
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
  const { linux, mac, nsis, win } = await getConfig(ROOT, null, null)
  const named = [nsis?.include, win?.icon, mac?.icon, linux?.icon, mac?.entitlements, 'LICENSE']
  expect(named.filter((path) => !path || !existsSync(join(ROOT, path)))).toEqual([])
})

test('Windows knows the running program by the name that the installer gives it', async () => {
  expect((await getConfig(ROOT, null, null)).appId).toBe(APP_ID)
})

const AZURE = {
  AZURE_SIGNING_ENDPOINT: 'https://weu.codesigning.azure.net',
  AZURE_SIGNING_ACCOUNT: 'atelier',
  AZURE_SIGNING_PROFILE: 'release',
  AZURE_SIGNING_PUBLISHER: 'The Atelier authors',
}

test('Windows programs are signed with Azure where its account is named, and with all that it takes', async () => {
  const config = await getConfig(ROOT, null, signingFrom(AZURE))
  await expect(validateConfiguration(config, new DebugLogger(false))).resolves.toBeUndefined()
  expect(config.win).toMatchObject({
    target: ['nsis', 'portable'],
    azureSignOptions: {
      endpoint: 'https://weu.codesigning.azure.net',
      codeSigningAccountName: 'atelier',
      certificateProfileName: 'release',
      publisherName: 'The Atelier authors',
    },
  })
  expect(signingFrom({})).toEqual({})
  expect(() => signingFrom({ ...AZURE, AZURE_SIGNING_PUBLISHER: '' })).toThrow('AZURE_SIGNING_PUBLISHER')
})

test('each start of the portable program unpacks into a folder of its own', async () => {
  expect((await getConfig(ROOT, null, null)).portable?.unpackDirName).toBe(true)
})

test('an AppImage brings its own runtime', async () => {
  expect((await getConfig(ROOT, null, null)).toolsets?.appimage).toBe('1.0.3')
})

test.skipIf(process.platform === 'win32')(
  'on a Mac without a certificate the program is signed anew once its fuses are set',
  async () => {
    const folder = await makeTempDir()
    const bundle = join(folder, 'Atelier.app')
    const framework = join(bundle, 'Contents/Frameworks/Electron Framework.framework')
    mkdirSync(framework, { recursive: true })
    writeFileSync(join(framework, 'Electron Framework'), STAND_IN_FUSES)
    writeFileSync(join(folder, 'codesign'), `#!/bin/sh\necho "$@" > '${folder}/signed'\n`, { mode: 0o755 })
    vi.stubEnv('PATH', `${folder}:${process.env['PATH']}`)
    onTestFinished(() => void vi.unstubAllEnvs())
    const { electronFuses } = await getConfig(ROOT, null, null)
    // The parts of electron-builder's packager that its step for the fuses uses.
    const packager = Object.assign(Object.create(MacPackager.prototype) as MacPackager, {
      appInfo: { productFilename: 'Atelier' },
    })
    await packager.addElectronFuses(
      { appOutDir: folder, electronPlatformName: 'darwin' } as never,
      await packager['generateFuseConfig'](electronFuses ?? {}),
    )
    expect(readFileSync(join(folder, 'signed'), 'utf8')).toMatch(/^--sign - --force .*Atelier\.app\n$/u)
  },
)

test('the installer of Windows registers and removes every scheme that links have', async () => {
  const { nsis, protocols } = await getConfig(ROOT, null, null)
  const script = readFileSync(join(ROOT, nsis?.include ?? ''), 'utf8')
  const schemes = asArray(protocols).flatMap((protocol) => protocol.schemes)
  expect(schemes.map((scheme) => `${scheme}://`)).toEqual([LINK_START])
  const written = [
    ...script.matchAll(/WriteRegStr SHELL_CONTEXT "Software\\Classes\\(\w+)" "URL Protocol"/gu),
  ]
  const opened = [
    ...script.matchAll(/WriteRegStr SHELL_CONTEXT "Software\\Classes\\(\w+)\\shell\\open\\command"/gu),
  ]
  const removed = [...script.matchAll(/DeleteRegKey SHELL_CONTEXT "Software\\Classes\\(\w+)"/gu)]
  for (const found of [written, opened, removed]) expect(found.map(([, scheme]) => scheme)).toEqual(schemes)
})

test('on Linux a terminal calls the program for agents, and else its scripts are those of electron-builder', async () => {
  const { deb, rpm } = await getConfig(ROOT, null, null)
  const templates = join(ROOT, 'node_modules/app-builder-lib/templates/linux')
  for (const [script, name] of [
    [deb?.afterInstall, 'after-install'],
    [deb?.afterRemove, 'after-remove'],
  ] as const) {
    const text = readFileSync(join(ROOT, script ?? ''), 'utf8')
    const original = readFileSync(join(templates, `${name}.tpl`), 'utf8')
    const changed = original
      .replaceAll(
        "'/opt/${sanitizedProductName}/${executable}'",
        "'/opt/${sanitizedProductName}/resources/bin/${executable}'",
      )
      .replaceAll("${executable}' 100", "${executable}' 110")
    expect(changed).not.toBe(original)
    expect(text.replaceAll(/^# (?:electron-builder's own|above that).*\n/gmu, '')).toBe(changed)
  }
  expect([rpm?.afterInstall, rpm?.afterRemove]).toEqual([deb?.afterInstall, deb?.afterRemove])
})

test('the .desktop file starts the program with the window', async () => {
  const { linux } = await getConfig(ROOT, null, null)
  const packager = {
    appInfo: { productName: 'Atelier', sanitizedProductName: 'Atelier' },
    executableName: linux?.executableName,
    config: {},
    info: { metadata: { desktopName: 'studio.atelier.app.desktop' } },
    fileAssociations: [],
    platformSpecificBuildOptions: linux ?? {},
  }
  const helper = Object.assign(Object.create(LinuxTargetHelper.prototype) as object, {
    packager,
  }) as unknown as LinuxTargetHelper
  const entry = await helper.computeDesktopEntry(linux ?? {})
  expect(entry).toMatch(/^Exec=\/opt\/Atelier\/atelier %U$/mu)
})

test('on macOS the program for agents is a bundle of its own, which is signed with the rest', async () => {
  const { mac } = await getConfig(ROOT, null, null)
  expect(mac?.extraFiles).toEqual([{ from: `.build/program/${BUNDLE}`, to: `Helpers/${BUNDLE}` }])
  const app = join(await makeTempDir(), 'Atelier.app')
  const nested = join(app, 'Contents/Helpers', BUNDLE)
  mkdirSync(join(nested, 'Contents/MacOS'), { recursive: true })
  // As a binary is told from a text: by its bytes.
  writeFileSync(join(nested, 'Contents/MacOS/atelier'), Buffer.from([0xcf, 0xfa, 0xed, 0xfe, 0, 0, 0, 1]))
  writeFileSync(join(nested, 'Contents/Info.plist'), '<plist/>')
  expect((await walkAsync(join(app, 'Contents'))).toSorted()).toEqual([
    nested,
    join(nested, 'Contents/MacOS/atelier'),
  ])
})

test("the installer of Windows puts the program for agents on the user's PATH, and takes it away", async () => {
  const { nsis } = await getConfig(ROOT, null, null)
  const script = readFileSync(join(ROOT, nsis?.include ?? ''), 'utf8')
  const macro = (name: string): string =>
    new RegExp(`!macro ${name}\\n(.*?)!macroend`, 'su').exec(script)?.[1] ?? ''
  expect(macro('customInstall')).toContain('!insertmacro changePath add')
  expect(macro('customUnInstall')).toMatch(/isUpdated.*!insertmacro changePath remove/su)
  // Never by way of an NSIS variable, which cuts a long PATH off, nor with its own variables replaced.
  expect(script).not.toMatch(/(?:Read|Write)Reg\w+ .*Environment/u)
  expect(script).toContain('DoNotExpandEnvironmentNames')
})

test('on Linux only our own file type is defined; images keep their icon and can be opened with Atelier', async () => {
  const config = await getConfig(ROOT, null, null)
  const folder = await makeTempDir()
  // The part of electron-builder's packager that its generator of the type definitions uses.
  const packager = {
    config,
    fileAssociations: [...asArray(config.fileAssociations), ...asArray(config.linux?.fileAssociations)],
    getTempFile: () => Promise.resolve(join(folder, 'types.xml')),
  }
  const file = await new LinuxTargetHelper(packager as never).mimeTypeFiles
  const types = [...readFileSync(file ?? '', 'utf8').matchAll(/<mime-type type="([^"]+)"/gu)].map(
    ([, type]) => type,
  )
  expect(types).toEqual(['application/vnd.atelier.recipe+json'])
  expect(config.linux?.mimeTypes).toEqual(['image/png'])
})

test('the window, its .desktop file and the package have one name, and a page of their own', async () => {
  const { appId, linux } = await getConfig(ROOT, null, null)
  const { desktopName, homepage } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Record<
    string,
    string
  >
  expect([desktopName, linux?.syncDesktopName]).toEqual([`${appId}.desktop`, true])
  expect(URL.canParse(homepage ?? '')).toBe(true)
})
