import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
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
  const { text, missing } = licensesOf([b, a, b, c])
  expect(missing).toEqual(['c 3.0.0'])
  const titles = text.split('\n').filter((line) => /^[abc] \d/u.test(line))
  expect(titles).toEqual(['a 2.0.0', 'b 1.0.0', 'c 3.0.0'])
  expect(text).toContain('b 1.0.0\nLicense: MIT\n\nFree to use.')
  expect(text).toContain('a 2.0.0\nLicense: ISC\nBy: Ann\n')
})
