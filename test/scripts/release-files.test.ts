import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readdirSync, readFileSync } from 'node:fs'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { slow } from '#test/stand-ins/scale.ts'
import { joinManifests, prepareReleaseFiles } from '../../electron/scripts/package/release-files.ts'
import { drawIcons } from '../../electron/scripts/package/icons.ts'

const manifest = (arch: string, version = '1.2.0') =>
  `version: ${version}\nfiles:\n  - url: atelier-${arch}.exe\n    sha512: sum-${arch}\n    size: 3\npath: atelier-${arch}.exe\nsha512: sum-${arch}\nreleaseDate: '2026-01-01'\n`

async function twoMachines() {
  const folder = await makeTempDir()
  for (const arch of ['x64', 'arm64']) {
    await mkdir(join(folder, arch))
    await writeFile(join(folder, arch, `atelier-${arch}.exe`), `program ${arch}`)
    await writeFile(join(folder, arch, 'latest.yml'), manifest(arch))
  }
  return folder
}

test('two machines make one release: one manifest with a first share, and checksums of everything', async () => {
  const folder = await twoMachines()
  expect(await prepareReleaseFiles([folder, '10'])).toBe(0)
  expect((await readdir(folder)).toSorted()).toEqual([
    'SHA256SUMS',
    'atelier-arm64.exe',
    'atelier-x64.exe',
    'latest.yml',
  ])
  const joined: unknown = parse(await readFile(join(folder, 'latest.yml'), 'utf8'))
  expect(joined).toMatchObject({
    version: '1.2.0',
    stagingPercentage: 10,
    files: expect.arrayContaining([
      { url: 'atelier-x64.exe', sha512: 'sum-x64', size: 3 },
      { url: 'atelier-arm64.exe', sha512: 'sum-arm64', size: 3 },
    ]) as unknown,
  })
  const sums = (await readFile(join(folder, 'SHA256SUMS'), 'utf8')).trim().split('\n')
  expect(sums).toHaveLength(3)
  expect(sums[0]).toBe(`${createHash('sha256').update('program arm64').digest('hex')}  atelier-arm64.exe`)
})

test('a release for all carries no share', () => {
  const part = { version: '1.0.0', files: [{ url: 'a', sha512: 'b' }] }
  expect(joinManifests('latest.yml', [part], 100)).toEqual(part)
})

test('machines that built different versions, or the same file, make no release', async () => {
  const versions = await twoMachines()
  await writeFile(join(versions, 'arm64', 'latest.yml'), manifest('arm64', '1.3.0'))
  await expect(prepareReleaseFiles([versions, '10'])).rejects.toThrow('latest.yml is of different versions')
  const doubles = await twoMachines()
  await writeFile(join(doubles, 'arm64', 'atelier-x64.exe'), 'another')
  await expect(prepareReleaseFiles([doubles, '10'])).rejects.toThrow('Two machines built atelier-x64.exe.')
})

test.each([[[]], [['folder']], [['folder', '0']], [['folder', '101']], [['folder', 'half']]])(
  'the arguments %j are refused',
  async (args) => {
    expect(await prepareReleaseFiles(args)).toBe(2)
  },
)

const ASSETS_DIR = join(import.meta.dirname, '../../assets')

async function pixels(image: Buffer): Promise<Buffer> {
  return sharp(image).ensureAlpha().raw().toBuffer()
}

slow('the icons are those that the drawing gives, pixel for pixel', async () => {
  const drawn = await drawIcons()
  const kept = ['icons', 'shell'].flatMap((folder) =>
    readdirSync(join(ASSETS_DIR, folder)).map((name) => `${folder}/${name}`),
  )
  expect(kept.toSorted()).toEqual([...drawn.keys()].toSorted())
  for (const [name, bytes] of drawn) {
    const file = readFileSync(join(ASSETS_DIR, name))
    const isSame = name.endsWith('.png')
      ? (await pixels(file)).equals(await pixels(bytes))
      : file.equals(bytes)
    expect([name, isSame]).toEqual([name, true])
  }
})

slow('every size is there for every system', async () => {
  const drawn = await drawIcons()
  const sizes = [16, 24, 32, 48, 64, 128, 256, 512, 1_024]
  for (const size of sizes) {
    const { width, height } = await sharp(drawn.get(`icons/${size}x${size}.png`)).metadata()
    expect([width, height]).toEqual([size, size])
  }
  expect(drawn.get('icons/icon.icns')?.subarray(0, 4).toString()).toBe('icns')
  // ICO: type 1, then how many images there are (Microsoft, "The ICONDIR structure").
  expect([
    drawn.get('icons/icon.ico')?.readUInt16LE(2),
    drawn.get('icons/icon.ico')?.readUInt16LE(4),
  ]).toEqual([1, 9])
})
