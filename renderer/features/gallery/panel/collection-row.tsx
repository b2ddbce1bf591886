/** One collection of the tree. Assets and other collections can be dropped on it. */
import { ChevronRight, Folder } from 'lucide-react'
import { useState, type DragEvent } from 'react'
import { Button } from 'react-aria-components'
import type { Collection } from '#contract/library.ts'
import { classNames } from '../../../ui/class-names.ts'
import { useWords } from '../../../ui/text.ts'
import { ASSETS_TYPE } from '../asset-drag.ts'
import { useGallery } from '../use-gallery.ts'
import type { CollectionAsked } from './collection-dialogs.tsx'
import styles from './panel.module.css'
import { RowMenu } from './row-menu.tsx'

const COLLECTION_TYPE = 'application/x-atelier-collection'

export interface CollectionRowProps {
  readonly collection: Collection
  readonly hasChildren: boolean
  onAsk(what: CollectionAsked['what']): void
  onAssets(assetIds: readonly string[]): void
  /** Another collection is to be put into this one. */
  onCollection(id: string): void
}

export function CollectionRow(props: CollectionRowProps) {
  const { collection, hasChildren, onAsk, onAssets, onCollection } = props
  const { text, number } = useWords()
  const { drag } = useGallery()
  const [isOver, setOver] = useState(false)

  function over(event: DragEvent): void {
    const { types } = event.dataTransfer
    const isOurs = types.includes(ASSETS_TYPE) || types.includes(COLLECTION_TYPE)
    if (!isOurs) return
    event.preventDefault()
    setOver(true)
  }
  function drop(event: DragEvent): void {
    setOver(false)
    const { dataTransfer } = event
    if (dataTransfer.types.includes(ASSETS_TYPE)) onAssets(drag.take())
    else if (dataTransfer.types.includes(COLLECTION_TYPE)) onCollection(dataTransfer.getData(COLLECTION_TYPE))
    else return
    event.preventDefault()
  }
  return (
    <div
      role="presentation"
      className={classNames(styles.treeContent, isOver && styles.dropTarget)}
      draggable
      onDragStart={(event) => event.dataTransfer.setData(COLLECTION_TYPE, collection.id)}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {hasChildren ? (
        <Button slot="chevron" className={classNames(styles.twist)}>
          <ChevronRight size={14} aria-hidden />
        </Button>
      ) : (
        <span className={styles.leaf} />
      )}
      <Folder size={15} aria-hidden />
      <span className={styles.rowName}>{collection.name}</span>
      <RowMenu
        name={collection.name}
        items={[
          { id: 'create', words: text('gallery.collection.newInside') },
          { id: 'rename', words: text('gallery.rename') },
          { id: 'move', words: text('gallery.collection.move') },
          { id: 'remove', words: text('gallery.delete') },
        ]}
        onChoose={onAsk}
      />
      <span className={styles.count}>{number(collection.count)}</span>
    </div>
  )
}
