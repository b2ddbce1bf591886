/** The questions about a collection: its name, its place, and whether to delete it. */
import type { Collection } from '#contract/library.ts'
import { useHost } from '../../../bridge/host.tsx'
import { Confirm } from '../../../ui/dialog.tsx'
import { useWords } from '../../../ui/text.ts'
import { CollectionDialog } from '../dialogs/collection-dialog.tsx'
import { NameDialog } from '../../../ui/name-dialog.tsx'
import { useGallery } from '../use-gallery.ts'

export type CollectionAsked =
  | { readonly what: 'create'; readonly collection: Collection | null }
  | { readonly what: 'create' | 'rename' | 'move' | 'remove'; readonly collection: Collection }

export interface CollectionDialogsProps {
  readonly asked: CollectionAsked | null
  onClose(): void
  onRemoved(collection: Collection): void
}

export function CollectionDialogs({ asked, onClose, onRemoved }: CollectionDialogsProps) {
  const { text } = useWords()
  const { changes } = useGallery()
  const { collections } = useHost()
  const { create, rename, nest } = collections.getState()
  const collection = asked?.collection ?? null

  async function removeIt(gone: Collection): Promise<void> {
    const response = await changes.getState().removeCollection(gone.id)
    if (response.ok) onRemoved(gone)
  }
  return (
    <>
      {asked?.what === 'create' && (
        <NameDialog
          title={
            collection === null
              ? text('gallery.collection.new')
              : text('gallery.collection.newIn', { name: collection.name })
          }
          confirm={text('gallery.create')}
          onName={(name) => create(name, collection?.id ?? null)}
          onClose={onClose}
        />
      )}
      {asked?.what === 'rename' && collection !== null && (
        <NameDialog
          title={text('gallery.collection.rename')}
          confirm={text('gallery.rename')}
          initial={collection.name}
          onName={(name) => rename(collection.id, name)}
          onClose={onClose}
        />
      )}
      {asked?.what === 'move' && collection !== null && (
        <CollectionDialog
          title={text('gallery.collection.move.title', { name: collection.name })}
          confirm={text('gallery.move')}
          offersTop
          without={collection.id}
          onChoose={(parentId) => nest(collection.id, parentId)}
          onClose={onClose}
        />
      )}
      <Confirm
        isOpen={asked?.what === 'remove'}
        title={text('gallery.collection.delete.title', { name: collection?.name ?? '' })}
        text={text('gallery.collection.delete.text')}
        confirm={text('gallery.delete')}
        onConfirm={() => collection !== null && void removeIt(collection)}
        onClose={onClose}
      />
    </>
  )
}
