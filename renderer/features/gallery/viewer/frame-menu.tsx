/** What can be done with a frame of the video in sight: kept as an image, or a video that goes on from it. */
import { X } from '#renderer/icons.tsx'
import { Camera } from '../icons.tsx'
import { useState } from 'react'
import { MenuTrigger } from 'react-aria-components'
import type { Asset } from '#contract/library.ts'
import { useHost } from '../../../bridge/host.tsx'
import { Button, IconButton } from '../../../ui/button.tsx'
import { MenuPopover } from '../../../ui/menu.tsx'
import { Status } from '../../../ui/status.tsx'
import { useFormatter } from '../../../ui/text.ts'
import { useKeys } from '../../../ui/use-keys.ts'
import { useGallery, type AssetUses } from '../gallery.ts'
import type { VideoFrame } from './frames.ts'
import type { PlaybackStore } from './playback.ts'
import styles from './stage.module.css'
import { OVER_WINDOW } from './window.tsx'
import { classNames } from '#renderer/ui/class-names.ts'
import u from '#renderer/ui/utilities.module.css'

export interface FrameUses extends Pick<AssetUses, 'onContinue' | 'onSequence'> {
  onOpen(assetId: string): void
}

interface FrameMenuProps extends FrameUses {
  readonly asset: Asset
  readonly playback: PlaybackStore
}

/** What the gallery does with frames; says so where a video has none to show. */
function useFrames(onContinue: AssetUses['onContinue']) {
  const { text } = useFormatter()
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
    /** The id of the image that it became; null where it became none. */
    async save(asset: Asset, frame: Promise<VideoFrame | null>): Promise<string | null> {
      const found = await read(frame)
      if (found === null) return null
      const input = await bridge.upload(found.image, 'frame.png')
      const atMs = Math.round(found.timeSeconds * 1000)
      const saved = input.ok
        ? await bridge.call('inputs.keepFrame', { inputId: input.data.id, assetId: asset.id, atMs })
        : input
      if (!saved.ok) changes.fail(saved.error)
      return saved.ok ? saved.data.assetId : null
    },
  }
}

export function FrameMenu({ asset, playback, onContinue, onSequence, onOpen }: FrameMenuProps) {
  const { text } = useFormatter()
  const [savedId, setSavedId] = useState<string | null>(null)
  const frames = useFrames(onContinue)
  async function save(): Promise<void> {
    // Said once more for a second frame.
    setSavedId(null)
    setSavedId(await frames.save(asset, playback.frame()))
  }
  const actions = {
    save: () => void save(),
    fromThis: () => void frames.goOn(asset, playback.frame()),
    fromLast: () => onContinue(asset),
    sequence: () => onSequence([asset], true),
  }
  useKeys({ s: actions.save }, OVER_WINDOW)
  return (
    <>
      <Status
        className={classNames(u.absolute, u.alignCenter, u.gap6, u.framed, u.corner, u.surface, styles.saved)}
      >
        {savedId !== null && (
          <>
            {text('viewer.frame.saved')}
            <Button kind="quiet" onPress={() => onOpen(savedId)}>
              {text('viewer.frame.show')}
            </Button>
            <IconButton icon={X} label={text('action.dismiss')} onPress={() => setSavedId(null)} />
          </>
        )}
      </Status>
      <MenuTrigger>
        <IconButton icon={Camera} label={text('viewer.frame')} />
        <MenuPopover
          label={text('viewer.frame')}
          placement="top end"
          items={[
            { id: 'save', label: text('viewer.frame.save'), shortcut: 'S' },
            { id: 'fromThis', label: text('viewer.frame.continue') },
            { id: 'fromLast', label: text('viewer.frame.continueLast') },
            { id: 'sequence', label: text('viewer.frame.sequence') },
          ]}
          onChoose={(id) => actions[id]()}
        />
      </MenuTrigger>
    </>
  )
}
