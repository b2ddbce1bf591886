/** Everything known about an asset, and what can be made of it. */
import { Clipboard, FolderOpen, Heart, ListTodo, RotateCcw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Asset } from '#contract/asset.ts'
import { useHost, useHostState } from '../../../bridge/host.tsx'
import { hasCapability } from '../../../bridge/stores/app-status.ts'
import { mediaUrl } from '../../../bridge/media.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Status } from '../../../ui/status.tsx'
import { useWords } from '../../../ui/text.ts'
import type { GalleryStore } from '../gallery-store.ts'
import { copyImage } from './copy-image.ts'
import { Facts } from './facts.tsx'
import styles from './inspector.module.css'
import { Rating } from './rating.tsx'

export interface InspectorProps {
  readonly asset: Asset
  readonly gallery: GalleryStore
  onTrashed(): void
  onRemix(asset: Asset): void
  onUseAsInput(asset: Asset): void
  onOpenTask(taskId: string): void
}

export function Inspector({ asset, gallery, onTrashed, onRemix, onUseAsInput, onOpenTask }: InspectorProps) {
  const { text } = useWords()
  const { bridge } = useHost()
  const canReveal = useHostState(
    (host) => host.status,
    (state) => hasCapability(state, 'reveal'),
  )
  const [note, setNote] = useState<string | null>(null)
  const { update, move } = gallery.getState()
  const { taskId } = asset

  async function reveal(): Promise<void> {
    const answer = await bridge.call('library.reveal', { id: asset.id })
    setNote(answer.ok ? null : answer.error.message)
  }
  async function copy(): Promise<void> {
    const copied = await copyImage(mediaUrl(asset.id))
    setNote(text(copied ? 'viewer.copied' : 'viewer.copyFailed'))
  }

  return (
    <aside className={styles.inspector} aria-label={text('viewer.facts')}>
      <div className={styles.marks}>
        <Rating value={asset.rating} onChange={(rating) => void update([asset.id], { rating })} />
        <IconButton
          icon={Heart}
          label={text('gallery.favorite')}
          shortcut="F"
          isOn={asset.favorite}
          onPress={() => void update([asset.id], { favorite: !asset.favorite })}
        />
      </div>
      {asset.prompt !== undefined && (
        <section className={styles.prompt}>
          <p>{asset.prompt}</p>
          <CopyButton label={text('action.copyPrompt')} value={asset.prompt} />
        </section>
      )}
      <div className={styles.actions}>
        <Button kind="main" onPress={() => onRemix(asset)}>
          {text('viewer.remix')}
        </Button>
        <Button onPress={() => onUseAsInput(asset)}>{text('viewer.useAsInput')}</Button>
      </div>
      <Facts asset={asset} />
      {note !== null && <Status className={styles.note}>{note}</Status>}
      <div className={styles.tools}>
        {asset.kind === 'image' && (
          <Button kind="quiet" icon={Clipboard} onPress={() => void copy()}>
            {text('viewer.copy')}
          </Button>
        )}
        {canReveal && (
          <Button kind="quiet" icon={FolderOpen} onPress={() => void reveal()}>
            {text('viewer.reveal')}
          </Button>
        )}
        {taskId !== undefined && (
          <Button kind="quiet" icon={ListTodo} onPress={() => onOpenTask(taskId)}>
            {text('viewer.openTask')}
          </Button>
        )}
        {asset.trashedAt === undefined ? (
          <Button kind="quiet" icon={Trash2} onPress={() => void move('trash', [asset.id]).then(onTrashed)}>
            {text('gallery.toTrash')}
          </Button>
        ) : (
          <Button
            kind="quiet"
            icon={RotateCcw}
            onPress={() => void move('restore', [asset.id]).then(onTrashed)}
          >
            {text('gallery.restore')}
          </Button>
        )}
      </div>
    </aside>
  )
}
