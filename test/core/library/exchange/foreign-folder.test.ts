/** A folder from somebody else, or a zip of one: nothing in it leads out of it, and what it says comes along as it is written. */
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { expect, test } from 'vitest'
import { ZipFile } from 'yazl'
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

async function zipOf(folder: string): Promise<string> {
  const path = join(await makeTempDir(), 'folder.zip')
  const zip = new ZipFile()
  for (const name of await readdir(folder, { recursive: true }))
    if ((await stat(join(folder, name))).isFile()) zip.addFile(join(folder, name), `folder/${name}`)
  zip.end()
  await pipeline(zip.outputStream, createWriteStream(path))
  return path
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

test.each(['folder', 'zip'] as const)(
  'a %s brings along what another library and another tool noted beside their files',
  async (form) => {
    const first = await openExchange()
    const kept = await first.add(1, { prompt: 'a fox', options: { seed: 7 } })
    const thrown = await first.add(2, { prompt: 'an owl' })
    await first.library.change([kept.id], { rating: 5, favorite: true, addTags: ['winter'], title: 'Fox' })
    await first.library.trash([thrown.id])
    await first.close()
    const { root } = first.library.media
    await mkdir(join(root, 'a1111'))
    await writeFile(join(root, 'a1111', '0001.jpg'), await makeImage(3))
    await writeFile(
      join(root, 'a1111', '0001.txt'),
      'a cat\nSteps: 20, Sampler: Euler, Seed: 11, Model: photon',
    )
    await writeFile(join(root, 'a1111', '0002.png'), await makeImage(4))
    await writeFile(join(root, 'a1111', '0002.txt'), 'a dog, in words alone\n')
    await writeFile(join(root, 'a1111', 'notes.txt'), 'of nothing')
    const exchange = await openExchange()
    const place = form === 'zip' ? await zipOf(root) : root
    const { message } = await exchange.ended(exchange.importer.start(place))
    const said = exchange.assets().map(({ prompt, title, rating, favorite, tags, options }) => ({
      prompt,
      title,
      rating,
      favorite,
      tags,
      seed: options['seed'],
    }))
    const plain = { title: undefined, rating: 0, favorite: false, tags: [] }
    expect(said.toSorted((one, other) => ((one.prompt ?? '') < (other.prompt ?? '') ? -1 : 1))).toEqual([
      { ...plain, prompt: 'a cat', seed: 11 },
      { ...plain, prompt: 'a dog, in words alone', seed: undefined },
      { prompt: 'a fox', title: 'Fox', rating: 5, favorite: true, tags: ['winter'], seed: 7 },
    ])
    expect(message.text).toContain('3 files added.')
    expect(message.text).toContain('1 is no image, video, audio or 3D model: notes.txt.')
    expect(await readdir(join(exchange.library.media.root, '.incoming'))).toEqual([])
  },
)
