import { readdirSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { ROOT } from '../../electron/scripts/paths.ts'
import { licensesOf, packageFolder } from '../../electron/scripts/build/third-party-licenses.ts'

async function makePackage(folder: string, manifest: object, license?: string): Promise<string> {
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest))
  if (license !== undefined) await writeFile(join(folder, 'LICENSE'), license)
  return folder
}

test('the package of a module is found, also with a scope and inside another', () => {
  const modules = join('/app', 'node_modules')
  expect([
    packageFolder(join(modules, 'react', 'index.js')),
    packageFolder(join(modules, '@scope', 'name', 'lib', 'a.js')),
    packageFolder(join(modules, 'a', 'node_modules', 'b', 'index.js')),
    packageFolder(join('/app', 'renderer', 'main.tsx')),
  ]).toEqual([
    join(modules, 'react'),
    join(modules, '@scope', 'name'),
    join(modules, 'a', 'node_modules', 'b'),
    null,
  ])
})

test('each package is named once with its license, and one that states none is told', async () => {
  const folder = await makeTempDir()
  const b = await makePackage(
    join(folder, 'b'),
    { name: 'b', version: '1.0.0', license: 'MIT' },
    'Free to use.',
  )
  const a = await makePackage(join(folder, 'a'), {
    name: 'a',
    version: '2.0.0',
    license: 'ISC',
    author: 'Ann',
  })
  const c = await makePackage(join(folder, 'c'), { name: 'c', version: '3.0.0' })
  const { text, refused } = licensesOf([b, a, b, c])
  expect(refused).toEqual(['c 3.0.0 (not stated)'])
  const titles = text.split('\n').filter((line) => /^[abc] \d/u.test(line))
  expect(titles).toEqual(['a 2.0.0', 'b 1.0.0', 'c 3.0.0'])
  expect(text).toContain('b 1.0.0\nLicense: MIT\n\nFree to use.')
  expect(text).toContain('a 2.0.0\nLicense: ISC\nBy: Ann\n')
})

test.each([
  ['MIT', true],
  ['(MIT OR CC0-1.0)', true],
  ['WTFPL OR ISC', true],
  ['Apache-2.0 AND MIT', true],
  ['GPL-3.0-or-later', false],
  ['AGPL-3.0-only', false],
  ['MIT AND GPL-2.0-only', false],
  ['(GPL-2.0-only OR MIT OR ISC) AND GPL-3.0-only', false],
  ['SEE LICENSE IN LICENSE.txt', false],
  ['UNLICENSED', false],
  // Read for libvips and LAME alone.
  ['LGPL-3.0-or-later', false],
  ['LGPL-2.0-or-later', false],
])('a package under %s may ship: %s', async (license, mayShip) => {
  const folder = await makeTempDir()
  const made = await makePackage(folder, { name: 'made-up', version: '1.0.0', license }, 'Its text.')
  const refused = mayShip ? [] : [`made-up 1.0.0 (${license})`]
  expect(licensesOf([made]).refused).toEqual(refused)
  expect(licensesOf([], [made]).refused).toEqual(mayShip ? [] : [`made-up (${license})`])
})

test.each([
  ['alone', undefined],
  // As in @img/sharp-win32-x64, which holds both.
  ["beside sharp's own license", 'Apache License'],
])('a library inside libvips under a license that nobody has read must not ship: %s', async (_, own) => {
  const folder = await makeTempDir()
  const manifest = { name: '@img/sharp-libvips-x', version: '1', license: 'LGPL-3.0-or-later' }
  const made = await makePackage(join(folder, 'made-up'), manifest, own)
  const table =
    '# Licensing\n\n| Library | Used under the terms of |\n|---|---|\n| cgif          | MIT License |\n'
  await writeFile(join(made, 'README.md'), `${table}| x264          | [GPLv2](https://example.com) |\n`)
  const { text, refused } = licensesOf([made])
  expect(refused).toEqual(['x264 inside @img/sharp-libvips-x 1 (GPLv2)'])
  expect(text).toContain(own ?? 'Licensing')
})

test('what is compiled into a package, or lies among our files, is named with its license, its text and its source', () => {
  const folder = (name: string) => join(ROOT, 'node_modules', name)
  const libvips = readdirSync(folder('@img')).find((name) => /^sharp-(?:libvips|win32)-/u.test(name)) ?? ''
  const names = ['wasm-media-encoders', 'h264-mp4-encoder', 'h264decoder', `@img/${libvips}`]
  const { text, refused } = licensesOf(names.map(folder))
  expect(refused).toEqual([])
  const found = [...text.matchAll(/^(.+), inside (\S+) .+\nLicense: (\S+).*\nSource: (https:\S+)/gmu)]
  expect(found.map(([, name, inside, license]) => `${name} ${inside} ${license}`).toSorted()).toEqual(
    [
      'The icons of Lucide 1.75.0, some of them of Feather Atelier ISC',
      'LAME 3.100 wasm-media-encoders LGPL-2.0-or-later',
      'TinyH264, the H.264 decoder of the Android Open Source Project h264decoder Apache-2.0',
      `libvips, with the libraries that the table in the section of its package names @img/${libvips} LGPL-3.0-or-later`,
      'libmp4v2 h264-mp4-encoder MPL-1.1',
      'libogg and libvorbis wasm-media-encoders BSD-3-Clause',
      'minih264 h264-mp4-encoder CC0-1.0',
    ].toSorted(),
  )
  for (const words of [
    'GNU LIBRARY GENERAL PUBLIC LICENSE',
    'GNU LESSER GENERAL PUBLIC LICENSE',
    'GNU GENERAL PUBLIC LICENSE',
    'MOZILLA PUBLIC LICENSE',
    'Apache License',
    'Xiph.org Foundation',
    'Copyright (c) 2026 Lucide Icons and Contributors',
  ])
    expect(text.toLowerCase()).toContain(words.toLowerCase())
  expect(text).toMatch(/\| librsvg +\| LGPLv3/u)
})
