/** A folder from somebody else: nothing in it leads out of it, and names read as they are written. */
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeImage } from '#test/stand-ins/faulty-tasks.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { openExchange } from './fixtures.ts'

const RECIPE = {
  format: 1,
  provider: 'p',
  model: 'm',
  mediaType: 'image',
  scene: 's',
  prompt: 'what lies elsewhere',
  options: {},
}

async function importing(fill: (folder: string, outside: string) => Promise<void>) {
  const root = await makeTempDir()
  const [folder, outside] = [join(root, 'folder'), join(root, 'outside')]
  await mkdir(folder)
  await mkdir(outside)
  await fill(folder, outside)
  const exchange = await openExchange()
  await exchange.ended(exchange.importer.start(folder))
  return exchange.assets()
}

test('a recipe beside a file is read, and a link to one elsewhere is not', async () => {
  const assets = await importing(async (folder, outside) => {
    await writeFile(join(folder, 'here.png'), await makeImage(1))
    await writeFile(join(folder, 'here.recipe.json'), JSON.stringify({ ...RECIPE, prompt: 'what lies here' }))
    await writeFile(join(outside, 'secret.json'), JSON.stringify(RECIPE))
    await writeFile(join(folder, 'linked.png'), await makeImage(2))
    await symlink(join(outside, 'secret.json'), join(folder, 'linked.recipe.json'))
  })
  expect(new Set(assets.map(({ prompt, title }) => prompt ?? title))).toEqual(
    new Set(['linked', 'what lies here']),
  )
})

test('titles and tags are one line that reads as it is written', async () => {
  const assets = await importing(async (folder) => {
    await writeFile(join(folder, 'invoice\n\u202Egnp.exe.png'), await makeImage(1))
    await writeFile(join(folder, 'two.png'), await makeImage(2))
    const said = { ...RECIPE, title: ' a\r\nb\u2028c\u2066d ', tags: ['x\ny', '\u202Ez'] }
    await writeFile(join(folder, 'two.recipe.json'), JSON.stringify(said))
  })
  expect(assets.map(({ title, tags }) => ({ title, tags }))).toEqual(
    expect.arrayContaining([
      { title: 'invoice gnp.exe', tags: [] },
      { title: 'a b cd', tags: ['x y', 'z'] },
    ]),
  )
})
