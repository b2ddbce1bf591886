/** What is read of a media file is what the file holds. */
import { truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { EncodedPacketSink } from 'mediabunny'
import { expect, test } from 'vitest'
import { withMediaInput } from '#core/media/media-input.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { tinyAudio } from '#test/stand-ins/tiny-media.ts'

test('a file that another program cuts off while it is read ends the reading', async () => {
  const path = join(await makeTempDir(), 'tone.wav')
  await writeFile(path, tinyAudio(60))
  const read = (cutsOff: boolean) =>
    withMediaInput(path, async (input) => {
      const track = await input.getPrimaryAudioTrack()
      if (!track) throw new Error('There is no sound.')
      if (cutsOff) await truncate(path, 1_000)
      let packets = 0
      for await (const _ of new EncodedPacketSink(track).packets()) packets++
      return packets
    })
  expect(await read(false)).toBeGreaterThan(100)
  await expect(read(true)).rejects.toThrow('shorter')
})
