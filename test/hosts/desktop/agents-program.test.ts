import { chmod, mkdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { placeAgentsProgram, refreshAgentsProgram } from '#hosts/desktop/agents-program.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'

/** An installation in a folder of its own: unpacked in `mount`, kept in `Atelier.AppImage`. */
async function install(platform: NodeJS.Platform = 'linux') {
  const folder = await makeTempDir()
  const mount = join(folder, 'mount')
  const resources = join(mount, 'resources')
  const packed = join(resources, 'bin', platform === 'win32' ? 'atelier.exe' : 'atelier')
  await mkdir(join(resources, 'bin'), { recursive: true })
  await writeFile(packed, 'the first program')
  await writeFile(join(mount, 'atelier'), '')
  return {
    folder,
    packed,
    mount,
    kept: join(folder, 'Atelier.AppImage'),
    copy: join(folder, 'data/bin', platform === 'win32' ? 'atelier.exe' : 'atelier'),
    installation: {
      dataDir: join(folder, 'data'),
      platform,
      environment: {} as NodeJS.ProcessEnv,
      program: join(mount, 'atelier'),
      resources,
      tempDir: join(folder, 'elsewhere'),
    },
  }
}

test('is the one of the installation, and on macOS the one in a bundle of its own', async () => {
  const { installation, packed, mount } = await install()
  expect(await placeAgentsProgram(installation)).toBe(packed)
  expect(await placeAgentsProgram({ ...installation, platform: 'darwin' })).toBe(
    join(mount, 'Helpers/Atelier Command Line.app/Contents/MacOS/atelier'),
  )
})

test('is a copy in the data directory for an AppImage, which opens that AppImage', async () => {
  const { installation, packed, mount, kept, copy } = await install()
  const appImage = { ...installation, environment: { APPIMAGE: kept, APPDIR: mount } }
  expect(await placeAgentsProgram(appImage)).toBe(copy)
  expect(await readFile(copy, 'utf8')).toBe('the first program')
  expect((await stat(copy)).mode & 0o777).toBe(0o755)
  expect(JSON.parse(await readFile(join(copy, '../program.json'), 'utf8'))).toEqual({ program: kept })
  // The same content: nothing is written.
  await utimes(copy, 1, 1)
  await placeAgentsProgram(appImage)
  expect((await stat(copy)).mtimeMs).toBe(1_000)
  await writeFile(packed, 'the second program')
  await refreshAgentsProgram(appImage)
  expect(await readFile(copy, 'utf8')).toBe('the second program')
})

test('is not copied before somebody asks for it', async () => {
  const { installation, mount, kept, copy } = await install()
  await refreshAgentsProgram({ ...installation, environment: { APPIMAGE: kept, APPDIR: mount } })
  await expect(stat(copy)).rejects.toThrow('ENOENT')
})

test("is never of another program's AppImage, from whose terminal Atelier was started", async () => {
  const { installation, folder, packed } = await install()
  for (const APPDIR of [join(folder, 'other'), join(folder, 'mou'), '', undefined])
    expect(
      await placeAgentsProgram({ ...installation, environment: { APPIMAGE: '/opt/other.AppImage', APPDIR } }),
    ).toBe(packed)
})

test('is a copy for the portable program of Windows, where that is what runs', async () => {
  const { installation, folder, packed, copy } = await install('win32')
  const environment = { PORTABLE_EXECUTABLE_FILE: join(folder, 'Atelier.exe') }
  expect(await placeAgentsProgram({ ...installation, environment })).toBe(packed)
  expect(await placeAgentsProgram({ ...installation, environment, tempDir: folder })).toBe(copy)
})

const isRoot = process.getuid?.() === 0
const asRoot = isRoot ? ' (skipped: no folder is closed to root)' : ''

test.skipIf(isRoot)(`says why it cannot be copied, and leaves no part of it${asRoot}`, async () => {
  const { installation, mount, kept, copy } = await install()
  await mkdir(join(copy, '..'), { recursive: true })
  await chmod(join(copy, '..'), 0o555)
  const appImage = { ...installation, environment: { APPIMAGE: kept, APPDIR: mount } }
  await expect(placeAgentsProgram(appImage)).rejects.toThrow('EACCES')
  await chmod(join(copy, '..'), 0o755)
  await rm(copy, { force: true })
})
