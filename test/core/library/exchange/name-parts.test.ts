/** Names that are taken while files are being written: nothing is replaced. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { nameParts } from '#core/library/exchange/name-parts.ts'
import { slow } from '#test/stand-ins/scale.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { namesIn, openExchange } from './fixtures.ts'

slow('two exports into one folder at the same time keep the files of both', async () => {
  const chosen = await makeTempDir()
  const exchange = await openExchange({
    reveal: async () => undefined,
    chooseFolder: async () => chosen,
    chooseFile: async () => null,
  })
  const made = [await exchange.add(1, { prompt: 'fox' }), await exchange.add(2, { prompt: 'fox' })]
  const wish = { form: 'files' as const, template: '{prompt}', chooseFolder: true, xmpSidecars: true }
  await Promise.all(made.map(({ id }) => exchange.ended(exchange.exporter.start({ ...wish, ids: [id] }))))
  expect(await namesIn(chosen)).toEqual(['fox (2).png', 'fox (2).png.xmp', 'fox.png', 'fox.png.xmp'])
})

test('files that stand together get names of which none is taken, and no name is left empty', async () => {
  const folder = await makeTempDir()
  await writeFile(join(folder, 'fox.recipe.json'), 'of another program')
  const parts = [join(folder, '.1.part'), join(folder, '.2.part')]
  for (const part of parts) await writeFile(part, part)
  const stems = ['fox', 'fox (2)']
  const claim = () => {
    const stem = stems.shift() ?? ''
    return [`${stem}.gif`, `${stem}.recipe.json`]
  }
  const names = ['fox (2).gif', 'fox (2).recipe.json']
  expect(await nameParts(folder, parts, claim)).toEqual(names)
  expect([await namesIn(folder), await readFile(join(folder, 'fox.recipe.json'), 'utf8')]).toEqual([
    [...names, 'fox.recipe.json'],
    'of another program',
  ])
  await expect(nameParts(folder, [join(folder, '.gone.part')], () => ['owl.png'])).rejects.toThrow('ENOENT')
  expect(await namesIn(folder)).toHaveLength(3)
})
