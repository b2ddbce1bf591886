/** Files that stop whoever reads them: Atelier goes on, says so, and starts again as if they were not there. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import type { Host } from './host.ts'
import { submit, test } from './scripted-service.ts'

const FOLDER = join(import.meta.dirname, '../data/hostile')
/** One that is never done, and one that takes all memory; the others are in `test/core/reading`. */
const FILES = ['mini.webm', 'nested-use.svg'] as const

interface Listed {
  readonly items: readonly { readonly id: string; readonly unreadable?: boolean }[]
}

async function listed(host: Host): Promise<Listed['items']> {
  return ((await host.call('library.query', {})).data as unknown as Listed).items
}

test('as results of a task and as imports: kept, not shown, and not read again unasked', async ({
  page,
  studio,
  scripted,
}) => {
  test.setTimeout(240_000)
  const bytes = await Promise.all(FILES.map((name) => readFile(join(FOLDER, name))))
  const { host } = await scripted.open({
    file: (name) => ({
      headers: { 'content-type': 'image/png' },
      body: bytes[Number(/\d+/.exec(name)?.[0]) - 1],
    }),
  })
  for (const name of FILES) await submit(host, name)
  await expect.poll(async () => (await listed(host)).length, { timeout: 120_000 }).toBe(FILES.length)
  for (const [index, name] of FILES.entries()) {
    // Other bytes with the same content: known as another file.
    const other = Buffer.concat([bytes[index] ?? Buffer.alloc(0), Buffer.from('\n')])
    const headers = { 'x-file-name': encodeURIComponent(name), 'content-type': 'application/octet-stream' }
    await host.post('/imports', headers, other)
  }
  const before = await listed(host)
  expect(before.length).toBeGreaterThan(FILES.length)
  await studio.open(page, host)
  await page.getByRole('link', { name: 'Gallery' }).click()
  await expect(page.getByRole('img', { name: "nested-use.svg: Couldn't be read" }).first()).toBeVisible()

  await host.stop()
  const again = await studio.startHost({ localService: false })
  expect(await listed(again)).toEqual(before)

  await studio.open(page, again)
  await page.getByRole('link', { name: 'Gallery' }).click()
  await page.getByRole('img', { name: "mini.webm: Couldn't be read" }).first().dblclick()
  await page.getByRole('button', { name: 'Read again' }).click()
  await expect(page.getByText("It couldn't be read this time either.")).toBeVisible({ timeout: 60_000 })
  expect(await listed(again)).toEqual(before)
})
