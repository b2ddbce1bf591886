/** What can be done with a frame of the video in sight: kept as an image, or a video that goes on from it. */
import { Camera } from 'lucide-react'
import { MenuTrigger } from 'react-aria-components'
import type { Asset } from '#contract/library.ts'
import { useHost } from '../../../bridge/host.tsx'
import { IconButton } from '../../../ui/button.tsx'
import { MenuPopover } from '../../../ui/menu.tsx'
import { useWords } from '../../../ui/text.ts'
import { useKeys } from '../../../ui/use-keys.ts'
import { useGallery, type AssetUses } from '../gallery.ts'
import { lastFrameOf, type VideoFrame } from './frames.ts'
import type { PlaybackStore } from './playback.ts'

export interface FrameMenuProps extends Pick<AssetUses, 'onContinue'> {
  readonly asset: Asset
  readonly playback: PlaybackStore
}

/** What the gallery does with frames; says so where a video has none to show. */
export function useFrames(onContinue: AssetUses['onContinue']) {
  const { text } = useWords()
  const { bridge } = useHost()
  const { changes } = useGallery()
  async function read(frame: Promise<VideoFrame | null>): Promise<VideoFrame | null> {
    const found = await frame
    if (found === null) changes.fail({ code: 'invalid_input', message: text('viewer.frame.none') })
    return found
  }
  async function goOn(asset: Asset, frame: Promise<VideoFrame | null>): Promise<void> {
    const found = await read(frame)
    if (found !== null) onContinue(asset, found.image)
  }
  return {
    goOn,
    goOnFromLast: (asset: Asset) => goOn(asset, lastFrameOf(asset.id)),
    async save(asset: Asset, frame: Promise<VideoFrame | null>): Promise<void> {
      const found = await read(frame)
      if (found === null) return
      const input = await bridge.upload(found.image, 'frame.png')
      const atMs = Math.round(found.timeSeconds * 1000)
      const saved = input.ok
        ? await bridge.call('inputs.keepFrame', { inputId: input.data.id, assetId: asset.id, atMs })
        : input
      if (!saved.ok) changes.fail(saved.error)
    },
  }
}

export function FrameMenu({ asset, playback, onContinue }: FrameMenuProps) {
  const { text } = useWords()
  const frames = useFrames(onContinue)
  const actions = {
    save: () => void frames.save(asset, playback.frame()),
    fromThis: () => void frames.goOn(asset, playback.frame()),
    fromLast: () => void frames.goOnFromLast(asset),
  }
  useKeys({ s: actions.save }, 'input, textarea')
  return (
    <MenuTrigger>
      <IconButton icon={Camera} label={text('viewer.frame')} />
      <MenuPopover
        label={text('viewer.frame')}
        placement="top end"
        items={[
          { id: 'save', words: text('viewer.frame.save'), shortcut: 'S' },
          { id: 'fromThis', words: text('viewer.frame.continue') },
          { id: 'fromLast', words: text('viewer.frame.continueLast') },
        ]}
        onChoose={(id) => actions[id]()}
      />
    </MenuTrigger>
  )
}
