/** The user's collections as a tree: opened by a press, filled by dropping assets on them, nested by dragging. */
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
  const { listing, display } = useGallery()
  const { collections } = useHost()
  const items = useHostState('collections', (state) => state.items)
  const current = useListing(({ filter }) => filter.collectionId)
  const [asked, setAsked] = useState<CollectionAsked | null>(null)
  useEffect(() => void collections.getState().load(), [collections])

  function show(id: string | undefined): void {
    display.getState().showDuplicates(false)
    listing.getState().setFilter(patched({}, { collectionId: id }))
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
        <CollectionTree items={items} current={current} onShow={show} onAsk={setAsked} />
      )}
      <CollectionDialogs
        asked={asked}
        onClose={() => setAsked(null)}
        onRemoved={(collection) => collection.id === current && show(undefined)}
      />
    </Section>
  )
}

interface CollectionTreeProps {
  readonly items: readonly Collection[]
  readonly current: string | undefined
  onShow(id: string | undefined): void
  onAsk(asked: CollectionAsked): void
}

function CollectionTree({ items, current, onShow, onAsk }: CollectionTreeProps) {
  const { text } = useWords()
  const { changes } = useGallery()
  const { collections } = useHost()
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const ids = items.map(({ id }) => id)
  async function report(response: Promise<Result<unknown>>): Promise<void> {
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
            onAsk={(what) => onAsk({ what, collection })}
            onAssets={(assetIds) => void report(changes.getState().collect(collection.id, assetIds))}
            onCollection={(id) => void report(collections.getState().nest(id, collection.id))}
          />
        </TreeItemContent>
        <RowCollection items={children.map((child) => ({ ...child, id: child.collection.id }))}>
          {renderNode}
        </RowCollection>
      </TreeItem>
    )
  }
  return (
    <Tree
      aria-label={text('gallery.collections')}
      className={classNames(styles.tree)}
      selectionMode="single"
      selectedKeys={current === undefined ? [] : [current]}
      onSelectionChange={(keys) => {
        const [key] = keys === 'all' ? [] : keys
        onShow(typeof key === 'string' ? key : undefined)
      }}
      expandedKeys={ids.filter((id) => !closed.has(id))}
      onExpandedChange={(keys) => setClosed(new Set(ids.filter((id) => !keys.has(id))))}
      items={collectionTree(items).map((node) => ({ ...node, id: node.collection.id }))}
    >
      {renderNode}
    </Tree>
  )
}
