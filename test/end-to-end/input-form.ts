/** The inputs of Create as a test handles them: a draft to begin with, files to drop, and a press of Generate. */
import { expect, type Locator, type Page } from '@playwright/test'
import sharp from 'sharp'
import type { MediaType, Scene } from '#contract/rules/media.ts'
import type { Draft } from '#renderer/features/create/draft.ts'
import type { Host } from './studio.ts'

/** Once the words of the last start are in it: those that come between a test's selecting and its typing stay beside both. */
export const promptBox = (page: Page): Locator =>
  page.getByRole('textbox', { name: 'Prompt', exact: true }).and(page.locator(':not([aria-busy="true"])'))

export interface FormContent {
  readonly media: MediaType
  readonly model: string
  readonly prompt: string
  readonly options?: object
  /** Typed by hand: it stays although the listing does not know it. */
  readonly isTyped?: boolean
}

/** What the page finds in the form when it opens. */
export async function keepDraft(
  host: Host,
  { media, model, prompt, options = {}, isTyped = false }: FormContent,
): Promise<void> {
  const draft = {
    prompt,
    model: { provider: 'sample', id: model, isTyped },
    optionsText: JSON.stringify(options),
    requests: 1,
  }
  await host.call('uiState.set', { name: `draft/${media}`, value: draft })
  await host.call('uiState.set', { name: 'draft/media-type', value: media })
}

/** What the host holds of a form, as the page wrote it last. */
export async function keptDraft(host: Host, media: MediaType = 'image'): Promise<Partial<Draft> | undefined> {
  const { data } = await host.call('uiState.list', { prefix: 'draft/' })
  const { items } = data as unknown as { items: { name: string; value: Partial<Draft> }[] }
  // Longer than the name before there was a profile.
  const named = items.filter(({ name }) => name.endsWith(`/${media}`))
  return named.toSorted((one, other) => other.name.length - one.name.length)[0]?.value
}

export async function makePng(background: string, width = 320, height = 240): Promise<Buffer> {
  return await sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer()
}

export const zone = (page: Page): Locator => page.getByRole('region', { name: 'Input media' })
export const generate = (page: Page): Locator => page.getByRole('button', { name: /^Generate/ })
export const row = (page: Page, name: string): Locator => zone(page).getByRole('row', { name })

/** Of the inputs, in the order in which they are sent. */
export async function namesOf(page: Page): Promise<readonly (string | null)[]> {
  return await zone(page)
    .getByRole('row')
    .evaluateAll((rows) => rows.map((one) => one.getAttribute('aria-label')))
}

/** Opens what is said of an input, and how it is sent. */
export async function openInput(page: Page, name: string): Promise<Locator> {
  await row(page, name)
    .getByRole('button', { name: /is sent/ })
    .click()
  return page.getByRole('dialog', { name: `How ${name} is sent` })
}

/** Opens how an input is sent, in what was opened of it. */
export async function openAdvanced(settings: Locator): Promise<void> {
  await settings.getByRole('button', { name: 'Advanced' }).click()
}

/** Presses Generate and waits until the result is in the library. */
export async function make(page: Page, host: Host, scene: Scene): Promise<readonly { option: string }[]> {
  await expect(generate(page)).toBeEnabled()
  await generate(page).click()
  let inputs: readonly { option: string }[] = []
  await expect
    .poll(
      async () => {
        const { data } = await host.call('library.query', {})
        const { items } = data as unknown as { items: { scene: string; inputs: { option: string }[] }[] }
        const made = items.find((asset) => asset.scene === scene)
        inputs = made?.inputs ?? []
        return made?.scene
      },
      { timeout: 90_000 },
    )
    .toBe(scene)
  return inputs
}

/** A short video of the sample studio, as a file. */
export async function makeVideo(page: Page, host: Host): Promise<Buffer> {
  await host.call('tasks.submit', {
    requests: [
      {
        provider: 'sample',
        mediaType: 'video',
        model: 'drifting-landscape',
        scene: 'text-to-video',
        prompt: 'a lake',
        options: { duration: 1, resolution: '240p', fps: 8 },
      },
    ],
  })
  let id = ''
  await expect
    .poll(
      async () => {
        const { data } = await host.call('library.query', {})
        id = (data as unknown as { items: { id: string }[] }).items[0]?.id ?? ''
        return id
      },
      { timeout: 90_000 },
    )
    .not.toBe('')
  const response = await page.request.get(new URL(`/media/${id}`, page.url()).href)
  return await response.body()
}

export interface Dropped {
  readonly name: string
  readonly type: string
  readonly base64: string
}

/** Drops files as a file manager would, or texts as another page would: on the inputs, where no other target is given. */
export async function drop(
  page: Page,
  files: readonly Dropped[],
  texts: Readonly<Record<string, string>> = {},
  target = zone(page),
): Promise<void> {
  await target.evaluate(
    (target, [given, words]) => {
      const dataTransfer = new DataTransfer()
      for (const { base64, name, type } of given) {
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
        dataTransfer.items.add(new File([bytes], name, { type }))
      }
      for (const [type, text] of Object.entries(words)) dataTransfer.setData(type, text)
      for (const event of ['dragenter', 'dragover', 'drop'])
        target.dispatchEvent(new DragEvent(event, { dataTransfer, bubbles: true, cancelable: true }))
    },
    [files, texts] as const,
  )
}

export function png(name: string, bytes: Buffer): Dropped {
  return { name, type: 'image/png', base64: bytes.toString('base64') }
}

/** Takes hold of `from` with the mouse and brings it over `over`, without letting go. */
export async function carry(page: Page, from: Locator, over: Locator): Promise<void> {
  await from.hover()
  await page.mouse.down()
  await carryTo(page, over)
}

export async function carryOn(page: Page, to: Locator): Promise<void> {
  await carryTo(page, to)
  await page.mouse.up()
}

/** A browser tells of a drag only where the pointer moves. */
async function carryTo(page: Page, to: Locator): Promise<void> {
  const box = await to.boundingBox()
  if (box === null) throw new Error('What is dragged to has a place.')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x - 4, y, { steps: 4 })
  await page.mouse.move(x, y, { steps: 2 })
}

interface Spot {
  readonly x: number
  readonly y: number
}

/** One finger that is laid down at the first place, goes through the others and is lifted. */
export async function dragByFinger(
  page: Page,
  [first, ...others]: readonly [Spot, ...Spot[]],
): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Spot[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints })
  await touch('touchStart', [first])
  for (const spot of others) await touch('touchMove', [spot])
  await touch('touchEnd', [])
  await session.detach()
}
