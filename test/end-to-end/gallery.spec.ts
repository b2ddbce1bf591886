/** The gallery on the real web host: finding, keeping in order, letting go and taking back, out and in again. */
import { expect } from '@playwright/test'
import sharp from 'sharp'
import { expectNoViolations } from './accessibility.ts'
import {
  cellsOf,
  importImages,
  makeImage,
  makeImages,
  openGallery,
  openImages,
  selectCells,
  shownNames,
} from './gallery-setup.ts'
import { drop, png } from './input-form.ts'
import { test, type Host } from './studio.ts'

const NAMES = ['red boat', 'green boat', 'old tower', 'quiet harbour', 'red tower', 'last light']

async function update(host: Host, ids: readonly (string | undefined)[], change: object): Promise<void> {
  expect((await host.call('library.update', { ids, ...change })).ok).toBe(true)
}

test(
  'finds as it is typed, narrows by facets with counts, and keeps the search',
  { tag: '@main' },
  async ({ page, studio }) => {
    const { host, ids } = await openImages(page, studio, NAMES)
    await update(host, [ids[0], ids[2]], { addTags: ['sea'], rating: 4 })
    await update(host, [ids[1]], { addTags: ['draft'], favorite: true })
    const panel = page.getByRole('complementary', { name: 'Collections and filters' })

    await page.keyboard.press('/')
    await page.keyboard.type('boat')
    await expect.poll(() => shownNames(page)).toEqual(['red boat', 'green boat'])
    await page.getByRole('searchbox', { name: 'Search' }).fill('')
    await expect(cellsOf(page)).toHaveCount(6)

    const sea = panel.getByRole('button', { name: /^sea/ })
    await expect(sea).toContainText('2')
    await sea.click()
    await expect.poll(() => shownNames(page)).toEqual(['red boat', 'old tower'])
    await page.getByRole('searchbox', { name: 'Search' }).fill('tower')
    await expect.poll(() => shownNames(page)).toEqual(['old tower'])
    await expect(page.getByText('1 item', { exact: true })).toBeVisible()

    await page.getByRole('button', { name: 'Save search' }).click()
    const dialog = page.getByRole('dialog', { name: 'Save this search' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Towers by the sea')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Saved as Towers by the sea')).toBeVisible()
    await page.getByRole('group', { name: 'Active filters' }).getByRole('button', { name: 'Clear' }).click()
    await expect(cellsOf(page)).toHaveCount(6)
    await panel.getByRole('button', { name: 'Towers by the sea', exact: true }).click()
    await expect.poll(() => shownNames(page)).toEqual(['old tower'])

    await page.getByRole('button', { name: 'Remove the filter sea' }).click()
    await expect.poll(() => shownNames(page)).toEqual(['old tower', 'red tower'])
    await page.getByRole('searchbox', { name: 'Search' }).fill('nothing like this')
    await expect(page.getByRole('heading', { name: 'No results' })).toBeVisible()
    await page.getByRole('button', { name: 'Clear search and filters' }).click()
    await expect(cellsOf(page)).toHaveCount(6)
  },
)

test('sorts by name and by file size', async ({ page, studio }) => {
  await openImages(page, studio, NAMES)
  const sort = page.getByRole('button', { name: /Sort/ })
  await sort.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('option', { name: 'Name' }).click()
  await expect.poll(() => shownNames(page)).toEqual([...NAMES].toSorted())
  const sizes = new Map((await makeImages(NAMES)).map(({ name, bytes }) => [name.slice(0, -4), bytes.length]))
  await sort.click()
  await page.getByRole('option', { name: 'File size' }).click()
  await expect
    .poll(async () => (await shownNames(page)).map((name) => sizes.get(name ?? '')))
    .toEqual([...sizes.values()].toSorted((a, b) => b - a))
})

test('keeps collections, one inside of another, filled by dialog and by dragging', async ({
  page,
  studio,
}) => {
  await openImages(page, studio, NAMES)
  const tree = page.getByRole('treegrid', { name: 'Collections' })
  await page.getByRole('button', { name: 'New collection' }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Sea')
  await page.keyboard.press('Enter')
  await expect(tree.getByRole('row', { name: /Sea/ })).toBeVisible()

  await selectCells(page, 0, 1)
  await page.keyboard.press('c')
  const dialog = page.getByRole('dialog', { name: 'Add 2 items to a collection' })
  await dialog.getByRole('option', { name: 'Sea' }).click()
  await dialog.getByRole('button', { name: 'Add' }).click()
  await expect(tree.getByRole('row', { name: /Sea/ })).toContainText('2')

  await cellsOf(page).nth(3).dragTo(tree.getByText('Sea'))
  await expect(tree.getByRole('row', { name: /Sea/ })).toContainText('3')

  await tree.getByRole('row', { name: /Sea/ }).hover()
  await tree.getByRole('button', { name: 'More for Sea' }).click()
  await page.getByRole('menuitem', { name: 'New collection inside' }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Harbours')
  await page.keyboard.press('Enter')
  await expect(tree.getByRole('row', { name: /Harbours/ })).toHaveAttribute('aria-level', '2')

  await tree.getByText('Sea').click()
  await expect(cellsOf(page)).toHaveCount(3)
  await cellsOf(page).first().click()
  await page.getByRole('button', { name: 'Remove from collection' }).click()
  await expect(cellsOf(page)).toHaveCount(2)
  await cellsOf(page).first().focus()
  await page.keyboard.press('Control+z')
  await expect(cellsOf(page)).toHaveCount(3)

  await tree.getByText('Harbours').click()
  await expect(page.getByRole('heading', { name: 'This collection is empty' })).toBeVisible()
  await tree.getByRole('row', { name: /Sea/ }).hover()
  await tree.getByRole('button', { name: 'More for Sea' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(tree).toHaveCount(0)
  await expect(cellsOf(page)).toHaveCount(6)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(tree.getByRole('row', { name: /Sea/ })).toContainText('3')
  await expect(tree.getByRole('row', { name: /Harbours/ })).toHaveAttribute('aria-level', '2')
})

test('tags a selection before its facets have come, and undoes it', async ({ page, studio }) => {
  const facets = Promise.withResolvers<void>()
  await page.route('**/rpc/library.facets', (route) => facets.promise.then(() => route.continue()))
  const { host, ids } = await openImages(page, studio, NAMES)
  const tagsOf = async (id: string | undefined): Promise<unknown> =>
    ((await host.call('library.get', { id })).data as unknown as { tags: string[] }).tags
  await cellsOf(page).nth(0).click()
  await cellsOf(page)
    .nth(2)
    .click({ modifiers: ['Control'] })
  await page.keyboard.press('t')
  const dialog = page.getByRole('dialog', { name: 'Tags of 2 items' })
  await expect(dialog.getByRole('textbox', { name: 'Add tags' })).toBeFocused()
  facets.resolve()
  await page.keyboard.type('sea, night')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect.poll(() => tagsOf(ids[0])).toEqual(['night', 'sea'])
  await expect.poll(() => tagsOf(ids[2])).toEqual(['night', 'sea'])
  expect(await tagsOf(ids[1])).toEqual([])
  await cellsOf(page).nth(0).focus()
  await page.keyboard.press('Control+z')
  await expect.poll(() => tagsOf(ids[0])).toEqual([])
})

test(
  'trashes and takes back, and deletes for good only after saying what that means',
  { tag: '@main' },
  async ({ page, studio }) => {
    const { host } = await openImages(page, studio, NAMES)
    const cells = cellsOf(page)
    await cells.nth(0).click()
    await cells.nth(2).click({ modifiers: ['Shift'] })
    await page.keyboard.press('Delete')
    await expect(cells).toHaveCount(3)
    await expect(page.getByText('3 items moved to the trash')).toBeVisible()
    await page.keyboard.press('Control+z')
    await expect(cells).toHaveCount(6)

    await cells.nth(0).click()
    await cells.nth(1).click({ modifiers: ['Shift'] })
    await page.keyboard.press('Delete')
    await expect(cells).toHaveCount(4)
    await page.getByRole('button', { name: 'Trash', exact: true }).click()
    await expect(page.getByText('stay here for 30 days')).toBeVisible()
    await expect(cells).toHaveCount(2)
    await cells.nth(0).click()
    await page.keyboard.press('Delete')
    const question = page.getByRole('alertdialog', { name: 'Delete 1 item for good?' })
    await expect(question).toContainText("You can't undo this.")
    await question.getByRole('button', { name: 'Keep it' }).click()
    await expect(cells).toHaveCount(2)
    await page.getByRole('button', { name: 'Empty trash' }).click()
    const all = page.getByRole('alertdialog', { name: 'Delete 2 items for good?' })
    await all.getByRole('button', { name: 'Delete 2 for good' }).click()
    await expect(page.getByRole('heading', { name: 'The trash is empty' })).toBeVisible()
    const stats = (await host.call('library.stats', {})).data as unknown as { assets: number }
    expect(stats.assets).toBe(4)
  },
)

test('compares two images in step, with what they differ in', async ({ page, studio }) => {
  await openImages(page, studio, NAMES)
  await cellsOf(page).nth(0).click()
  await cellsOf(page)
    .nth(3)
    .click({ modifiers: ['Control'] })
  await page.keyboard.press('v')
  const dialog = page.getByRole('dialog', { name: 'Compare' })
  await expect(dialog.getByRole('figure')).toHaveCount(2)
  const imageOf = (name: string) => dialog.getByRole('img', { name })
  const transformOf = (name: string) => imageOf(name).evaluate((image) => getComputedStyle(image).transform)
  await imageOf('red boat').hover()
  await page.mouse.wheel(0, -300)
  await expect.poll(() => transformOf('red boat')).toMatch(/^matrix\((?!1,)/)
  expect(await transformOf('quiet harbour')).toBe(await transformOf('red boat'))
  await dialog.getByRole('figure', { name: 'red boat' }).getByRole('button', { name: '4 stars' }).click()
  await expect(dialog.getByRole('rowheader', { name: 'Rating' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
})

test('offers at the pointer and at the cursor what the bars offer', async ({ page, studio }) => {
  await openImages(page, studio, NAMES)
  const menu = page.getByRole('menu')
  const item = (name: string) => menu.getByRole('menuitem', { name })
  await cellsOf(page).nth(1).click({ button: 'right' })
  await expect(cellsOf(page).nth(1)).toHaveAttribute('aria-selected', 'true')
  await expect(item('Compare')).toHaveAttribute('aria-disabled', 'true')
  await expectNoViolations(page, { without: ['region'] })
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 1280, height: 480 })
  await cellsOf(page).nth(1).click({ button: 'right' })
  for (const name of ['Open', 'Move to trash']) await expect(item(name)).toBeInViewport({ ratio: 1 })
  // Nothing was asked for to get it: there is nothing to ask for again.
  for (const name of ['Remix', 'Make 4 variations']) await expect(item(name)).toHaveCount(0)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.keyboard.press('Escape')
  await cellsOf(page).nth(1).click({ button: 'right' })
  await item('Favourite').click()
  await expect(menu).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Favourite', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  )

  await cellsOf(page).nth(1).focus()
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Shift+F10')
  await expect(item('Compare')).not.toHaveAttribute('aria-disabled', 'true')
  await expect(item('Remix')).toHaveCount(0)
  await expect(menu).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(menu).toHaveCount(0)
  await expect(cellsOf(page).nth(2)).toBeFocused()

  await page.getByRole('button', { name: 'New collection' }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Sea')
  await page.keyboard.press('Enter')
  await page.getByRole('treegrid', { name: 'Collections' }).getByText('Sea').click({ button: 'right' })
  await expect(item('New collection inside')).toBeVisible()
  await expect(menu).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(menu).toHaveCount(0)

  await cellsOf(page).nth(0).click({ button: 'right' })
  await item('Open').click()
  await expect(page.getByRole('navigation', { name: 'Neighbours' })).toBeVisible()

  // Keys in an open menu are the menu's: the item under it is neither left nor trashed.
  const viewer = page.getByRole('dialog', { name: 'red boat' })
  await expect(viewer.getByRole('button', { name: 'Remix' })).toHaveCount(0)
  await viewer.getByRole('button', { name: 'Use as input' }).click()
  await expect(menu).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Delete')
  await page.keyboard.press('Escape')
  await expect(menu).toHaveCount(0)
  await expect(viewer).toBeVisible()
  await page.keyboard.press('Delete')
  await expect(viewer).toHaveCount(0)
  await page.getByRole('dialog', { name: 'green boat' }).getByRole('button', { name: 'Undo' }).click()
  await page.keyboard.press('Escape')
  await expect(cellsOf(page)).toHaveCount(6)
})

test('takes in files that are dropped, once', async ({ page, studio }) => {
  const { host } = await openImages(page, studio, NAMES)
  const image = await makeImage('dropped sail.png', 9)
  for (const [added, words] of [
    [7, '1 file added'],
    [7, 'Nothing added, 1 already in the library'],
  ] as const) {
    await drop(page, [png(image.name, image.bytes)], {}, page.getByRole('grid'))
    await expect(page.getByRole('region', { name: 'Library jobs' })).toContainText(words)
    await expect(cellsOf(page)).toHaveCount(added)
    await page.getByRole('region', { name: 'Library jobs' }).getByRole('button', { name: 'Dismiss' }).click()
  }
  const response = await host.call('library.query', { text: 'sail' })
  expect((response.data as unknown as { total: number }).total).toBe(1)
})

test('shows duplicates as they are after one of them went to the trash elsewhere', async ({
  page,
  studio,
}) => {
  const host = await studio.startHost({ localService: false })
  const image = await makeImage('one.png', 1)
  const again = { name: 'again.png', bytes: await sharp(image.bytes).png({ compressionLevel: 0 }).toBuffer() }
  const [, kept] = await importImages(host, [image, again])
  await studio.open(page, host)
  await openGallery(page, 2)
  await page.getByRole('button', { name: 'Duplicates' }).click()
  await expect(page.getByRole('radiogroup').getByRole('radio')).toHaveCount(2)
  expect((await host.call('library.trash', { ids: [kept] })).ok).toBe(true)
  await expect(page.getByRole('heading', { name: 'No duplicates' })).toBeVisible()
})

test('adds to, and moves into, the collection that is found, not the one chosen before', async ({
  page,
  studio,
}) => {
  const { host } = await openImages(page, studio, NAMES)
  for (const name of ['Sea', 'Harbours']) await host.call('collections.create', { name })
  const tree = page.getByRole('treegrid', { name: 'Collections' })
  await cellsOf(page).first().click()
  await page.keyboard.press('c')
  const dialog = page.getByRole('dialog', { name: 'Add 1 item to a collection' })
  await dialog.getByRole('option', { name: 'Sea' }).click()
  await dialog.getByRole('textbox').fill('Harb')
  await expect(dialog.getByRole('option', { name: 'Harbours' })).toHaveAttribute('aria-selected', 'true')
  await dialog.getByRole('textbox').press('Enter')
  await expect(tree.getByRole('row', { name: /Harbours/ })).toContainText('1')
  await expect(tree.getByRole('row', { name: /Sea/ })).toContainText('0')

  await tree.getByRole('row', { name: /Sea/ }).hover()
  await tree.getByRole('button', { name: 'More for Sea' }).click()
  await page.getByRole('menuitem', { name: 'Move…' }).click()
  await page.getByRole('dialog', { name: 'Move Sea into' }).getByRole('textbox').fill('harb')
  await page.keyboard.press('Enter')
  await expect(tree.getByRole('row', { name: /Sea/ })).toHaveAttribute('aria-level', '2')
})

test('narrows by a day whose year is typed', async ({ page, studio }) => {
  await openImages(page, studio, NAMES)
  await page.getByLabel('From', { exact: true }).focus()
  await page.keyboard.type('02022024')
  await expect(page.getByLabel('From', { exact: true })).toHaveValue('2024-02-02')
  await expect(page.getByRole('group', { name: 'Active filters' })).toContainText('2024')
})
