import { cp, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SCENES } from '#contract/rules/media.ts'
import { MAKERS } from '#local-service/options.ts'
import { SAMPLES_DIR } from '#hosts/build-paths.ts'
import { isFirstStart, takeInSamples } from '#hosts/samples/first-samples.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { openTestApp } from '#test/stand-ins/test-app.ts'
import { slow } from '#test/stand-ins/scale.ts'

slow(
  'a library begins with the samples of every scene, and says how they were made, with models that are offered',
  async () => {
    const dataDir = await makeTempDir()
    expect(isFirstStart(dataDir)).toBe(true)
    const { app, ask } = await openTestApp({ dataDir })
    const lines: string[] = []
    await takeInSamples(app, SAMPLES_DIR, (line) => lines.push(line))
    expect(lines).toEqual([])
    const { items, total } = await ask('library.query', { tags: ['sample'] })
    expect(total).toBe(12)
    expect(items.every(({ prompt, title }) => prompt !== undefined && title !== undefined)).toBe(true)
    expect(new Set(items.map(({ scene }) => scene))).toEqual(new Set(SCENES))
    const offered = MAKERS.flatMap(({ models }) =>
      models.map(({ model, scenes }) => [model, scenes] as const),
    )
    for (const { model, scene } of items) expect(new Map(offered).get(model)).toContain(scene)
    expect(isFirstStart(dataDir)).toBe(false)
    const lineages = await Promise.all(
      items.filter(({ inputs = [] }) => inputs.length > 0).map(({ id }) => ask('library.lineage', { id })),
    )
    const madeFrom = lineages.map((lineage) => [lineage.madeFrom.map(({ title }) => title), lineage.inputIds])
    expect(madeFrom).toHaveLength(3)
    for (const [titles, unknown] of madeFrom) expect([titles?.length, unknown]).toEqual([1, []])
  },
)

test('a folder with media in it is nobody’s first start, even where library.db is gone', async () => {
  const dataDir = await makeTempDir()
  await mkdir(join(dataDir, 'media'))
  expect(isFirstStart(dataDir)).toBe(false)
})

test('what is no media, or not there at all, is logged and does no harm', async () => {
  const { app } = await openTestApp()
  const folder = await makeTempDir()
  await writeFile(join(folder, '1.txt'), 'not an image')
  await cp(join(SAMPLES_DIR, '04-misty-mountains.jpg'), join(folder, '2.jpg'))
  const lines: string[] = []
  await takeInSamples(app, folder, (line) => lines.push(line))
  await takeInSamples(app, join(folder, 'gone'), (line) => lines.push(line))
  expect(lines).toEqual([
    expect.stringContaining('The sample 1.txt was not taken in'),
    expect.stringContaining('The samples could not be taken in'),
  ])
})
