/** A frame of a video that is kept as an image of the library. */
import { expect } from 'vitest'
import { makeImage } from '#test/stand-ins/faulty-tasks.ts'
import { slow } from '#test/stand-ins/scale.ts'
import { openTestApp } from '#test/stand-ins/test-app.ts'
import { tinyVideo } from '#test/stand-ins/tiny-media.ts'
import { openTestLibrary } from '../library/fixtures.ts'

slow('one that lies in the trash and is saved again is there', async () => {
  const { addBytes, close, dataDir } = await openTestLibrary()
  const video = await addBytes(await tinyVideo({ width: 48, height: 32, frames: 12, fps: 24 }))
  await close()
  const { ask } = await openTestApp({ dataDir })
  const frame = (await makeImage(1, 48, 32)).toString('base64')
  const { id: inputId } = await ask('inputs.add', {
    name: 'frame.png',
    dataUrl: `data:image/png;base64,${frame}`,
  })
  const keep = () => ask('inputs.keepFrame', { inputId, assetId: video.id, atMs: 250 })
  const kept = await keep()
  await ask('library.trash', { ids: [kept.assetId] })
  expect(await keep()).toEqual(kept)
  const { items } = await ask('library.query', {})
  expect(items.map(({ id }) => id).toSorted()).toEqual([kept.assetId, video.id].toSorted())
})
