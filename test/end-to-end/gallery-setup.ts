/** A library of small images for the tests of the gallery, taken in as a user's own files. */
import { expect, type Locator, type Page } from '@playwright/test'
import sharp from 'sharp'
import type { Host, Studio } from './studio.ts'

export interface ImageFile {
  readonly name: string
  readonly bytes: Buffer
}

/** An image unlike any other of these. */
export async function makeImage(name: string, number: number, width = 320, height = 240): Promise<ImageFile> {
  const colour = (step: number): string =>
    `hsl(${(number * 67 + step * 90) % 360} 70% ${35 + ((number * 17) % 40)}%)`
  const [x, y] = [40 + ((number * 71) % 240), 40 + ((number * 43) % 160)]
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="${colour(0)}"/><circle cx="${x}" cy="${y}" r="${50 + number * 6}" fill="${colour(1)}"/>
    <rect x="${y}" y="${x / 2}" width="90" height="${20 + number * 9}" fill="${colour(2)}"/></svg>`
  return { name, bytes: await sharp(Buffer.from(drawing)).png().toBuffer() }
}

/** Answers the ids of the assets, in the order of the files. */
export async function importImages(host: Host, images: readonly ImageFile[]): Promise<readonly string[]> {
  const ids: string[] = []
  // The first is the newest.
  for (const [age, image] of images.entries()) ids.push(await importFile(host, image, 'image/png', age))
  return ids
}

/** Answers the id of the asset. `age` in minutes. */
export async function importFile(
  host: Host,
  { name, bytes }: { readonly name: string; readonly bytes: Uint8Array },
  mimeType: string,
  age = 0,
): Promise<string> {
  const headers = {
    'content-type': mimeType,
    'x-file-name': encodeURIComponent(name),
    'x-file-modified': String(Date.now() - age * 60_000),
  }
  const response = (await host.post('/imports', headers, bytes)) as {
    ok: boolean
    data: { asset: { id: string } }
  }
  expect(response.ok).toBe(true)
  return response.data.asset.id
}

export async function makeImages(names: readonly string[]): Promise<readonly ImageFile[]> {
  return Promise.all(names.map((name, number) => makeImage(`${name}.png`, number)))
}

/** The cells of the grid; the tree of collections has cells too. */
export function cellsOf(page: Page): Locator {
  return page.getByRole('grid', { name: 'Gallery' }).getByRole('gridcell')
}

/** Selects the cells from one place to another. */
export async function selectCells(page: Page, from: number, to: number): Promise<void> {
  const cells = cellsOf(page)
  await cells.nth(from).click()
  await cells.nth(to).click({ modifiers: ['Shift'] })
}

export async function openGallery(page: Page, count: number): Promise<void> {
  await page.getByRole('link', { name: 'Gallery' }).click()
  await expect(cellsOf(page)).toHaveCount(count)
}

/** A host whose gallery is open, with an image of each name; the ids are in their order. */
export async function openImages(
  page: Page,
  studio: Studio,
  names: readonly string[],
): Promise<{ readonly host: Host; readonly ids: readonly string[] }> {
  const host = await studio.startHost({ localService: false })
  const ids = await importImages(host, await makeImages(names))
  await studio.open(page, host)
  await openGallery(page, names.length)
  return { host, ids }
}

/** The names of the images that the grid shows at one moment, in order. */
export function shownNames(page: Page): Promise<readonly (string | null)[]> {
  return cellsOf(page)
    .getByRole('img')
    .evaluateAll((images) => images.map((image) => image.getAttribute('aria-label')))
}
