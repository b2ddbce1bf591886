/** Each scene is made once from the page, its inputs given by a way of their own; those of an image are in main-path.spec.ts. */
import { expect } from '@playwright/test'
import type { Scene } from '#contract/rules/media.ts'
import { openMore } from './create-controls.ts'
import {
  carry,
  carryOn,
  keepDraft,
  make,
  makeVideo,
  makePng,
  row,
  type FormContent,
  zone,
} from './input-form.ts'
import { test } from './studio.ts'

test.describe('each scene is made once', () => {
  for (const [scene, content] of [
    [
      'text-to-video',
      {
        media: 'video',
        model: 'drifting-landscape',
        prompt: 'a lake',
        options: { duration: 1, resolution: '240p', fps: 8 },
      },
    ],
    [
      'text-to-music',
      { media: 'music', model: 'chip-tune', prompt: 'a calm waltz', options: { duration: 5 } },
    ],
  ] as const satisfies readonly (readonly [Scene, FormContent])[]) {
    test(`${scene}, from words alone`, async ({ page, studio }) => {
      const host = await studio.startHost()
      await keepDraft(host, content)
      await studio.open(page, host)
      expect(await make(page, host, scene)).toEqual([])
    })
  }

  test(
    'image-to-video, from an image dragged out of the gallery',
    { tag: '@main' },
    async ({ page, studio }) => {
      const host = await studio.startHost()
      await host.call('tasks.submit', {
        requests: [
          {
            provider: 'sample',
            mediaType: 'image',
            model: 'painted-landscape',
            scene: 'text-to-image',
            prompt: 'a lake at dusk',
            options: { resolution: '512' },
          },
        ],
      })
      await keepDraft(host, {
        media: 'video',
        model: 'animated-image',
        prompt: 'drift to the left',
        options: { duration: 1, resolution: '240p', fps: 8 },
      })
      await studio.open(page, host)
      await page.getByRole('link', { name: 'Gallery' }).click()
      const cell = page.getByRole('gridcell').first()
      await expect(cell).toBeVisible({ timeout: 90_000 })
      await carry(page, cell, page.getByRole('link', { name: 'Create' }))
      await expect(zone(page)).toBeVisible()
      await carryOn(page, zone(page))
      await expect(row(page, 'a lake at dusk')).toBeVisible()
      await openMore(page)
      await expect(page.getByText('Image to video (automatic)').first()).toBeVisible()
      const [input] = await make(page, host, 'image-to-video')
      expect(input?.option).toBe('image_input[]')
    },
  )

  test('video-to-video, from a chosen video', async ({ page, studio }) => {
    const host = await studio.startHost()
    await keepDraft(host, { media: 'video', model: 'restyle-video', prompt: 'as a pencil drawing' })
    await studio.open(page, host)
    const video = await makeVideo(page, host)
    const chooser = page.waitForEvent('filechooser')
    await zone(page)
      .getByRole('button', { name: /choose an image or a video/ })
      .click()
    await (await chooser).setFiles({ name: 'walk.mp4', mimeType: 'video/mp4', buffer: video })
    await expect(row(page, 'walk.mp4')).toBeVisible()
    const [input] = await make(page, host, 'video-to-video')
    expect(input?.option).toMatch(/^video_input/)
  })

  test('character-creation, from a pasted image', async ({ page, studio, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const host = await studio.startHost()
    await keepDraft(host, {
      media: 'character',
      model: 'pixel-cast',
      prompt: 'a lighthouse keeper',
      options: { resolution: '512', views: ['portrait'] },
    })
    // On a slow machine it is pasted before the draft has come.
    const held = Promise.withResolvers<void>()
    await page.route('**/rpc/uiState.list', (route) => held.promise.then(() => route.continue()))
    await studio.open(page, host)
    await expect(zone(page)).toBeVisible()
    const base64 = (await makePng('#8040a0')).toString('base64')
    await page.evaluate(async (data) => {
      const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0))
      await navigator.clipboard.write([
        new ClipboardItem({ 'image/png': new Blob([bytes], { type: 'image/png' }) }),
      ])
    }, base64)
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
    await page.keyboard.press('Control+v')
    await expect(zone(page).getByRole('row')).toHaveCount(1)
    held.resolve()
    await expect(page.getByRole('radio', { name: 'Character' })).toBeChecked()
    await expect(zone(page).getByRole('row')).toHaveCount(1)
    const [input] = await make(page, host, 'character-creation')
    expect(input?.option).toMatch(/^image_input/)
  })
})
