/** A sequence that begins in the gallery: its shots are made already, and what is heard under them is a sound of it. */
import { expect, type Page } from '@playwright/test'
import type { Sequence } from '#contract/sequences.ts'
import { tinyAudio, tinyVideo } from '#test/stand-ins/tiny-media.ts'
import { expectNoViolationsInBothThemes } from './accessibility.ts'
import { cellsOf, importFile, importImages, makeImages, openGallery } from './gallery-setup.ts'
import { shots } from './sequence-setup.ts'
import { type Host, test } from './studio.ts'

/** The sequence that is open in the page. */
async function opened(page: Page, host: Host): Promise<Sequence> {
  const id = new URL(page.url()).hash.split('/').at(-1)
  return (await host.call('sequences.get', { id })).data as unknown as Sequence
}

async function takeOrder(page: Page, host: Host): Promise<readonly (string | undefined)[]> {
  return (await opened(page, host)).shots.map(({ take }) => take)
}

test('a selection of the gallery becomes a sequence with its sounds under the shots', async ({
  page,
  studio,
}) => {
  const host = await studio.startHost()
  const images = await importImages(host, await makeImages(['Sea', 'Wood']))
  const video = await importFile(
    host,
    {
      name: 'Road.mp4',
      bytes: await tinyVideo({ width: 64, height: 48, frames: 12, fps: 12 }),
    },
    'video/mp4',
  )
  const music = await importFile(host, { name: 'Tune.wav', bytes: tinyAudio(1) }, 'audio/wav')
  await studio.open(page, host)
  await openGallery(page, 4)
  await cellsOf(page).first().click()
  await page.keyboard.press('Control+a')
  await cellsOf(page).first().click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'New sequence from selection' }).click()
  await expect(shots(page)).toHaveCount(3)
  await expect(shots(page).getByText('Made', { exact: true })).toHaveCount(3)
  expect(new Set(await takeOrder(page, host))).toEqual(new Set([...images, video]))
  expect((await opened(page, host)).sound.map(({ assetId }) => assetId)).toEqual([music])
  await expectNoViolationsInBothThemes(page)

  await page.getByRole('radio', { name: 'Sound' }).click()
  const track = page.getByRole('region', { name: 'Tune' })
  await track.getByRole('textbox', { name: 'Level (dB)' }).fill('-6')
  await track.getByRole('textbox', { name: 'Fade in (s)' }).fill('0.5')
  await track.getByRole('textbox', { name: 'Fade out (s)' }).fill('0.25')
  await page.keyboard.press('Tab')
  const heard = async () => (await opened(page, host)).sound
  await expect.poll(heard).toEqual([
    {
      assetId: music,
      startMs: 0,
      levelDb: -6,
      fadeInMs: 500,
      fadeOutMs: 250,
    },
  ])
  await expectNoViolationsInBothThemes(page)
  await page.getByRole('button', { name: 'Remove sound: Tune' }).click()
  await page.getByRole('button', { name: 'Add sound' }).click()
  await page.getByRole('dialog').getByRole('option', { name: 'Tune' }).click()
  await expect.poll(heard).toEqual([{ assetId: music, startMs: 0, levelDb: 0, fadeInMs: 0, fadeOutMs: 0 }])
})
