/** The dialog for what the gallery asks. */
import { useEffect, useState } from 'react'
import { useHost } from '../../../bridge/host.tsx'
import { Confirm } from '../../../ui/dialog.tsx'
import { useWords } from '../../../ui/text.ts'
import type { Ask } from '../ask.ts'
import { ExportDialog } from '../transfer/export-dialog.tsx'
import { ImportDialog } from '../transfer/import-dialog.tsx'
import { useGallery } from '../use-gallery.ts'
import { CollectionDialog } from './collection-dialog.tsx'
import { TagDialog } from './tag-dialog.tsx'

export function AskedDialog({ ask, onClose }: { readonly ask: Ask; onClose(): void }) {
  const { text } = useWords()
  const { changes } = useGallery()
  switch (ask.what) {
    case 'tags':
      return <TagDialog ids={ask.ids} onClose={onClose} />
    case 'collect':
      return (
        <CollectionDialog
          title={text('gallery.collection.add.title', { count: ask.ids.length })}
          confirm={text('gallery.add')}
          onChoose={(id) =>
            id === null ? Promise.resolve({ ok: true, data: {} }) : changes.getState().collect(id, ask.ids)
          }
          onClose={onClose}
        />
      )
    case 'export':
      return <ExportDialog ids={ask.ids} onClose={onClose} />
    case 'import':
      return <ImportDialog onClose={onClose} />
    case 'deleteForGood':
      return (
        <DeleteForGood
          count={ask.ids.length}
          onConfirm={() => void changes.getState().deleteForGood(ask.ids)}
          onClose={onClose}
        />
      )
    case 'emptyTrash':
      return <EmptyTrash onClose={onClose} />
    case 'compare':
      return null
  }
}

/** Counts the whole trash first: what is listed may be narrowed. */
function EmptyTrash({ onClose }: { onClose(): void }) {
  const { bridge } = useHost()
  const { changes } = useGallery()
  const [count, setCount] = useState<number | null>(null)
  useEffect(() => {
    let isCurrent = true
    async function ask(): Promise<void> {
      const response = await bridge.call('library.facets', { trashed: true })
      if (isCurrent && response.ok) setCount(response.data.total)
    }
    void ask()
    return () => {
      isCurrent = false
    }
  }, [bridge])
  if (count === null) return null
  return (
    <DeleteForGood
      count={count}
      onConfirm={() => void changes.getState().deleteForGood(null)}
      onClose={onClose}
    />
  )
}

interface DeleteForGoodProps {
  readonly count: number
  onConfirm(): void
  onClose(): void
}

function DeleteForGood({ count, onConfirm, onClose }: DeleteForGoodProps) {
  const { text } = useWords()
  return (
    <Confirm
      isOpen
      title={text('gallery.deleteForGood.title', { count })}
      text={text('gallery.deleteForGood.text', { count })}
      confirm={text('gallery.deleteForGood')}
      onConfirm={onConfirm}
      onClose={onClose}
    />
  )
}
