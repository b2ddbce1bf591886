/** Shots of an open sequence: stopped while they wait or are on their way, taken anew, and put in another place. */
import { expect } from '@playwright/test'
import type { Sequence } from '#contract/sequences.ts'
import { tinyVideo } from '#test/stand-ins/tiny-media.ts'
import { expectNoViolationsInBothThemes } from './accessibility.ts'
import { importFile } from './gallery-setup.ts'
import { ask, generate, imageShot, shot, shots, show, statesOf } from './sequence-setup.ts'
import { test } from './studio.ts'

test('stops what waits for a last frame at once, and asks before it stops what was sent', async ({
  page,
  studio,
}) => {
  const host = await studio.startHost()
  const bytes = await tinyVideo({ width: 64, height: 48, frames: 12, fps: 12 })
  const take = await importFile(host, { name: 'Road.mp4', bytes }, 'video/mp4')
  const waits = [shot('the road', { id: 'road', take }), shot('it ends', { from: { shotId: 'road' } })]
  const { id } = await ask<Sequence>(host, 'sequences.save', { name: 'Road', shots: waits })
  const tasks = async () => (await ask<{ items: { state: string }[] }>(host, 'tasks.list', {})).items
  // A page that never comes to an end with the frame.
  await page.addInitScript(() => {
    const worker = { addEventListener() {}, postMessage() {}, terminate() {} }
    Object.assign(globalThis, {
      Worker: function Worker() {
        return worker
      },
    })
  })
  await studio.open(page, host)
  await show(page, id)
  await expect(page.getByRole('button', { name: 'Generate 1 shot · free' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Stop' })).toBeHidden()
  await generate(page, 1)
  await page.getByRole('button', { name: 'Stop' }).click()
  await expect(page.getByRole('button', { name: 'Stop' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Generate 1 shot · free' })).toBeVisible()
  expect(await tasks()).toEqual([])

  await ask(host, 'queue.pause', {})
  const { shots: saved } = await ask<Sequence>(host, 'sequences.get', { id })
  const plain = saved.map(({ takes: _takes, shown: _shown, ...one }) => one)
  const more = { id, name: 'Road', shots: [...plain, imageShot('a bend')] }
  await ask(host, 'sequences.save', more)
  await generate(page, 2)
  await page.getByRole('button', { name: 'Stop' }).click()
  const question = page.getByRole('alertdialog', { name: 'Stop generating?' })
  await expect(question).toContainText('It has not been sent')
  await expectNoViolationsInBothThemes(page)
  await question.getByRole('button', { name: 'Keep going' }).click()
  expect(await tasks()).toMatchObject([{ state: 'queued' }])
  await page.getByRole('button', { name: 'Stop' }).click()
  await question.getByRole('button', { name: 'Stop' }).click()
  await expect(page.getByRole('button', { name: 'Stop' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Generate 2 shots · free' })).toBeVisible()
  expect(await tasks()).toMatchObject([{ state: 'stopped' }])
})

test('makes a new take beside the first, or leaves all as it was', async ({ page, studio }) => {
  const host = await studio.startHost()
  const { id } = await ask<Sequence>(host, 'sequences.save', { name: 'Hill', shots: [imageShot('a hill')] })
  await studio.open(page, host)
  await show(page, id)
  await generate(page, 1)
  await expect(shots(page).getByText('Made', { exact: true })).toHaveCount(1, { timeout: 120_000 })
  const shown = async () => (await ask<Sequence>(host, 'sequences.get', { id })).shots[0]
  const first = (await shown())?.shown

  const plan = page.getByRole('dialog', { name: 'What will be sent' })
  await page.getByRole('button', { name: 'New take' }).click()
  await plan.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('button', { name: 'Show plan' })).toBeVisible()
  await expect.poll(() => statesOf(host, id)).toEqual(['made'])

  await page.getByRole('button', { name: 'New take' }).click()
  await plan.getByRole('button', { name: 'Generate 1 shot' }).click()
  await expect.poll(async () => (await shown())?.takes.length, { timeout: 120_000 }).toBe(2)
  expect((await shown())?.shown).not.toBe(first)
  await page.getByRole('radio', { name: /^Take 1/ }).click()
  await expect.poll(async () => (await shown())?.shown).toBe(first)
  expect((await shown())?.takes).toHaveLength(2)
})

test('puts a shot in another place by dragging it, with the pointer and with keys', async ({
  page,
  studio,
}) => {
  const host = await studio.startHost()
  const prompts = ['dawn', 'noon', 'dusk']
  const { id } = await ask<Sequence>(host, 'sequences.save', {
    name: 'Day',
    shots: prompts.map((prompt) => imageShot(prompt)),
  })
  const order = async () =>
    (await ask<Sequence>(host, 'sequences.get', { id })).shots.map(({ prompt }) => prompt)
  await studio.open(page, host)
  await show(page, id)
  await expect(shots(page)).toHaveCount(3)
  const first = await shots(page).first().boundingBox()
  if (first === null) throw new Error('What is dragged to has a place.')
  // Its very centre is where a screen reader presses.
  await shots(page)
    .nth(2)
    .hover({ position: { x: 60, y: 30 } })
  await page.mouse.down()
  await page.mouse.move(first.x + 40, first.y + 60, { steps: 6 })
  await page.mouse.move(first.x + 6, first.y + 60, { steps: 4 })
  await page.mouse.up()
  await expect.poll(order).toEqual(['dusk', 'dawn', 'noon'])

  await shots(page).first().focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('option', { name: /^Insert after 3 noon/ })).toBeAttached()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await expect.poll(order).toEqual(['dawn', 'noon', 'dusk'])
  await page.keyboard.press('Control+z')
  await expect.poll(order).toEqual(['dusk', 'dawn', 'noon'])
})

test('steps by the frames of the video, and cuts at the one that is shown', async ({ page, studio }) => {
  const host = await studio.startHost()
  const bytes = await tinyVideo({ width: 64, height: 48, frames: 12, fps: 12 })
  const take = await importFile(host, { name: 'Road.mp4', bytes }, 'video/mp4')
  const road = { name: 'Road', shots: [shot('the road', { take })] }
  const { id } = await ask<Sequence>(host, 'sequences.save', road)
  await studio.open(page, host)
  await show(page, id)
  const position = page.getByRole('slider', { name: 'Position' })
  // Until the rate is known, a step is a thirtieth of a second.
  await expect(async () => {
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowRight')
    expect(Math.round(Number(await position.inputValue()))).toBe(125)
  }).toPass()
  for (let at = 0; at < 2; at++) await page.keyboard.press('ArrowRight')
  await page.keyboard.press('b')
  await expect(shots(page)).toHaveCount(2)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('o')
  const trims = async () => (await ask<Sequence>(host, 'sequences.get', { id })).shots.map(({ trim }) => trim)
  // The fourth frame begins at 250 ms, and the fifth ends at 417.
  await expect.poll(trims).toEqual([
    { inMs: 0, outMs: 250 },
    { inMs: 250, outMs: 417 },
  ])
})

test('uses what another sequence made of the same request, where nothing is sent', async ({
  page,
  studio,
}) => {
  const host = await studio.startHost()
  const save = (name: string) =>
    ask<Sequence>(host, 'sequences.save', { name, shots: [imageShot('a hill')] }).then(({ id }) => id)
  const [first, second] = [await save('Hill'), await save('Same hill')]
  const shown = async (id: string) => (await ask<Sequence>(host, 'sequences.get', { id })).shots[0]?.shown
  await studio.open(page, host)
  await show(page, first)
  await generate(page, 1)
  await expect.poll(() => statesOf(host, second), { timeout: 120_000 }).toEqual(['made'])
  await show(page, second)
  await page.getByRole('button', { name: 'Show plan' }).click()
  const plan = page.getByRole('dialog', { name: 'What will be sent' })
  await plan.getByRole('button', { name: 'Use 1 result' }).click()
  await expect(plan).toBeHidden()
  expect(await shown(second)).toBe(await shown(first))
  await page.getByRole('button', { name: 'Show plan' }).click()
  await expect(plan.getByRole('button', { name: 'Generate 0 shots' })).toBeDisabled()
})
