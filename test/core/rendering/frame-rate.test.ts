/** How fast a video's frames come, and how long they are shown, as the player asks for it. */
import { expect } from 'vitest'
import { makeImage } from '#test/stand-ins/faulty-tasks.ts'
import { slow } from '#test/stand-ins/scale.ts'
import { openTestApp } from '#test/stand-ins/test-app.ts'
import { tinyVideo } from '#test/stand-ins/tiny-media.ts'
import { addFile } from '../hand-off/fixtures.ts'

slow('is measured, and unknown of what has none', async () => {
  const app = await openTestApp()
  const video = await addFile(app, 'a.mp4', await tinyVideo({ width: 32, height: 32, frames: 6, fps: 12 }))
  const image = await addFile(app, 'a.png', await makeImage(5))
  expect(await app.ask('rendering.measure', { assetId: video.id })).toEqual({
    frameRate: 12,
    startMs: 0,
    endMs: 500,
  })
  expect(await app.ask('rendering.measure', { assetId: image.id })).toEqual({
    frameRate: null,
    startMs: null,
    endMs: null,
  })
  expect(await app.failure('rendering.measure', { assetId: 'asset_none' })).toMatchObject({
    code: 'not_found',
  })
})
