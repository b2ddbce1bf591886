/** Sequences for the tests of the place: of small shots that are made soon, and what the page shows of them. */
import { expect, type Locator, type Page } from '@playwright/test'
import type { SequencePlan, Shot } from '#contract/sequences.ts'
import type { Host } from './studio.ts'

const SMALL = { duration: 1, resolution: '240p', fps: 8 }

export function shot(prompt: string, more: Partial<Shot> = {}): Shot {
  return {
    mediaType: 'video',
    provider: 'sample',
    model: 'drifting-landscape',
    prompt,
    options: SMALL,
    ...more,
  }
}

export function imageShot(prompt: string, more: Partial<Shot> = {}): Shot {
  return { mediaType: 'image', provider: 'sample', model: 'painted-landscape', prompt, ...more }
}

export async function ask<Result>(host: Host, route: string, input: unknown): Promise<Result> {
  const { ok, data, error } = await host.call(route, input)
  expect(ok, error?.message).toBe(true)
  return data as unknown as Result
}

export async function statesOf(host: Host, id: string): Promise<readonly string[]> {
  return (await ask<SequencePlan>(host, 'sequences.plan', { id })).shots.map(({ state }) => state)
}

export async function show(page: Page, id: string): Promise<void> {
  await page.evaluate((name) => (location.hash = `#/sequences/${name}`), id)
  await expect(page.getByRole('button', { name: 'Export' })).toBeVisible()
}

export function shots(page: Page): Locator {
  return page.getByRole('listbox', { name: 'Shots' }).getByRole('option')
}

/** Presses the button that says what it will do, and agrees to what it shows. */
export async function generate(page: Page, count: number): Promise<void> {
  const what = count === 1 ? 'Generate 1 shot' : `Generate ${count} shots`
  await page.getByRole('button', { name: `${what} · free` }).click()
  const plan = page.getByRole('dialog', { name: 'What will be sent' })
  await plan.getByRole('button', { name: what }).click()
  await expect(plan).toBeHidden()
}
