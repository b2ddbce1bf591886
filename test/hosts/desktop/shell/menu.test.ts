import { beforeEach, expect, test } from 'vitest'
import { PAGE_COMMANDS, type PageCommand } from '#contract/app.ts'
import { installMenu } from '#hosts/desktop/shell/menu.ts'
import { resetElectron, standIn } from '#test/stand-ins/electron.ts'
import { say } from '#test/stand-ins/say.ts'

beforeEach(resetElectron)

interface Item {
  readonly id?: string
  readonly label?: string
  readonly role?: string
  readonly type?: string
  readonly accelerator?: string
  readonly submenu?: readonly Item[]
  click?(): void
}

const PLATFORMS = ['linux', 'darwin', 'win32'] as const

function itemsOf(
  platform: NodeJS.Platform,
  devTools = false,
  run: (command: PageCommand) => void = () => undefined,
) {
  installMenu({ say, devTools, run, onOpenRecipe: () => undefined }, platform)
  const all = (items: readonly Item[]): readonly Item[] =>
    items.flatMap((item) => [item, ...all(item.submenu ?? [])])
  return all(standIn.menus.at(-1) as readonly Item[])
}

test.each(PLATFORMS)('offers developer tools only where they are on (%s)', (platform) => {
  const has = (items: readonly Item[]) => items.some(({ role }) => role === 'toggleDevTools')
  expect([has(itemsOf(platform)), has(itemsOf(platform, true))]).toEqual([false, true])
})

test.each(PLATFORMS)('has each command of the page once, and hands it on (%s)', (platform) => {
  const ran: PageCommand[] = []
  const items = itemsOf(platform, false, (command) => ran.push(command)).filter(
    ({ id }) => id !== undefined && id !== 'open-recipe',
  )
  items.forEach((item) => item.click?.())
  expect(ran.toSorted()).toEqual([...PAGE_COMMANDS].toSorted())
  expect(items.map(({ id }) => id)).toEqual(ran)
})

test.each(PLATFORMS)('opens a recipe from the menu (%s)', (platform) => {
  let opened = 0
  installMenu({ say, devTools: false, run: () => undefined, onOpenRecipe: () => (opened += 1) }, platform)
  const menus = standIn.menus.at(-1) as readonly Item[]
  const file = menus.find(({ label }) => label === '&File')
  file?.submenu?.find(({ label }) => label === '&Open Recipe…')?.click?.()
  expect(opened).toBe(1)
})

test.each(PLATFORMS)('gives no two items the same keys (%s)', (platform) => {
  const keys = itemsOf(platform).flatMap(({ accelerator }) => accelerator ?? [])
  expect([new Set(keys).size, keys.length > 5]).toEqual([keys.length, true])
})

test.each(PLATFORMS)('says every item in the words it is given, also once more (%s)', (platform) => {
  const options = { devTools: true, run: () => undefined, onOpenRecipe: () => undefined }
  for (const word of ['one', 'other']) {
    installMenu({ say: () => word, ...options }, platform)
    const all = (items: readonly Item[]): readonly Item[] =>
      items.flatMap((item) => [item, ...all(item.submenu ?? [])])
    const labels = all(standIn.menus.at(-1) as readonly Item[])
      .filter(({ type }) => type !== 'separator')
      .map(({ label }) => label)
    expect(labels.length).toBeGreaterThan(25)
    expect(labels.filter((label) => label !== word)).toEqual(platform === 'darwin' ? ['Atelier'] : [])
  }
})

test('keeps to the habits of each platform', () => {
  const [linux, mac] = (['linux', 'darwin'] as const).map((platform) => {
    itemsOf(platform)
    return (standIn.menus.at(-1) as readonly Item[]).map(({ label, submenu }) => [
      label,
      submenu?.flatMap(({ role }) => role ?? []),
    ])
  })
  expect(linux?.[0]).toEqual(['&File', ['quit']])
  expect(mac?.[0]).toEqual(['Atelier', ['about', 'services', 'hide', 'hideOthers', 'unhide', 'quit']])
  expect(mac?.[1]).toEqual(['&File', ['close']])
})
