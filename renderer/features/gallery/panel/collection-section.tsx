/** The user's collections as a tree: looked into by a press, filled by dropping pictures on them, nested by dragging. */
import { FolderPlus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Collection as RowCollection, Tree, TreeItem, TreeItemContent } from 'react-aria-components'
import type { Result } from '#contract/errors.ts'
import type { Collection } from '#contract/library.ts'
import { useHost, useHostState } from '../../../bridge/host.tsx'
import { collectionTree, type CollectionNode } from '../../../bridge/stores/collections.ts'
import { IconButton } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { useWords } from '../../../ui/text.ts'
import { patched } from '../query.ts'
import { useGallery, useListing } from '../use-gallery.ts'
import { CollectionDialogs, type CollectionAsked } from './collection-dialogs.tsx'
import { CollectionRow } from './collection-row.tsx'
import styles from './panel.module.css'
import { Section } from './section.tsx'

export function CollectionSection() {
  const { text } = useWords()
  const { listing, changes, look: appearance } = useGallery()
  const { collections } = useHost()
  const items = useHostState('collections', (state) => state.items)
  const current = useListing(({ filter }) => filter.collectionId)
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const [asked, setAsked] = useState<CollectionAsked | null>(null)
  useEffect(() => void collections.getState().load(), [collections])

  function look(id: string | undefined): void {
    appearance.getState().showDuplicates(false)
    listing.getState().setFilter(patched({}, { collectionId: id }))
  }
  async function tell(response: Promise<Result<unknown>>): Promise<void> {
    const result = await response
    if (!result.ok) changes.getState().fail(result.error)
  }
  function renderNode({ collection, children }: CollectionNode) {
    return (
      <TreeItem
        key={collection.id}
        id={collection.id}
        textValue={collection.name}
        className={classNames(styles.row, styles.treeRow)}
      >
        <TreeItemContent>
          <CollectionRow
            collection={collection}
            hasChildren={children.length > 0}
            onAsk={(what) => setAsked({ what, collection })}
            onAssets={(assetIds) => void tell(changes.getState().collect(collection.id, assetIds))}
            onCollection={(id) => void tell(collections.getState().nest(id, collection.id))}
          />
        </TreeItemContent>
        <RowCollection items={children.map((child) => ({ ...child, id: child.collection.id }))}>
          {renderNode}
        </RowCollection>
      </TreeItem>
    )
  }
  return (
    <Section
      name="collections"
      title={text('gallery.collections')}
      action={
        <IconButton
          icon={FolderPlus}
          label={text('gallery.collection.new')}
          onPress={() => setAsked({ what: 'create', collection: null })}
        />
      }
    >
      {items.length === 0 ? (
        <p className={styles.quiet}>{text('gallery.collections.empty')}</p>
      ) : (
        <Tree
          aria-label={text('gallery.collections')}
          className={classNames(styles.tree)}
          selectionMode="single"
          selectedKeys={current === undefined ? [] : [current]}
          onSelectionChange={(keys) => {
            const [key] = keys === 'all' ? [] : keys
            look(typeof key === 'string' ? key : undefined)
          }}
          expandedKeys={items.map(({ id }) => id).filter((id) => !closed.has(id))}
          onExpandedChange={(keys) =>
            setClosed(new Set(items.map(({ id }) => id).filter((id) => !keys.has(id))))
          }
          items={collectionTree(items).map((node) => ({ ...node, id: node.collection.id }))}
        >
          {renderNode}
        </Tree>
      )}
      <CollectionDialogs
        asked={asked}
        onClose={() => setAsked(null)}
        onRemoved={(collection: Collection) => collection.id === current && look(undefined)}
      />
    </Section>
  )
}
