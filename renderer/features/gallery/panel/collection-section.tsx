/** The user's collections as a tree: opened by a press, filled by dropping assets on them, nested by dragging. */
import { ChevronRight } from '#renderer/icons.tsx'
import { Folder, FolderPlus } from '../icons.tsx'
import { useEffect, useState, type DragEvent } from 'react'
import { Button, Collection as RowCollection, Tree, TreeItem, TreeItemContent } from 'react-aria-components'
import type { RenderedResult } from '#contract/errors.ts'
import type { Collection } from '#contract/library.ts'
import { useHost, useHostState } from '../../../bridge/host.tsx'
import { collectionTree, isWithin, type CollectionNode } from '../../../bridge/stores/library-lists.ts'
import { IconButton } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { useConfirm, useDialog } from '../../../ui/dialog.tsx'
import { useNameDialog } from '../../../ui/name-dialog.tsx'
import parts from '../../../ui/parts.module.css'
import { useFormatter } from '../../../ui/text.ts'
import { CollectionDialog } from '../dialogs/collection-dialog.tsx'
import { ASSETS_TYPE, useGallery, useListing } from '../gallery.ts'
import { patched } from '../query.ts'
import styles from './panel.module.css'
import { RowMenu, Section } from './section.tsx'
import u from '#renderer/ui/utilities.module.css'

export function CollectionSection() {
  const { text } = useFormatter()
  const { collections } = useHost()
  const items = useHostState('collections', (state) => state.items)
  const { create } = useCollectionActions()
  useEffect(() => void collections.load(), [collections])
  return (
    <Section
      name="collections"
      title={text('gallery.collections')}
      action={
        <IconButton icon={FolderPlus} label={text('gallery.collection.new')} onPress={() => create(null)} />
      }
    >
      {items.length === 0 ? (
        <p className={styles.note}>{text('gallery.collections.empty')}</p>
      ) : (
        <CollectionTree items={items} />
      )}
    </Section>
  )
}

/** What can be done with a collection; each asks for what it needs to know. */
function useCollectionActions() {
  const { text } = useFormatter()
  const { changes, listing } = useGallery()
  const { collections } = useHost()
  const open = useDialog()
  const askName = useNameDialog()
  const confirm = useConfirm()
  const show = useShow()
  async function removeIt(id: string): Promise<void> {
    const { items } = collections.getState()
    const response = await changes.removeCollection(id)
    // Those that are nested in it go with it.
    if (response.ok && isWithin(items, listing.getState().filter.collectionId ?? '', id)) show(undefined)
  }
  return {
    /** In another one, or at the top. */
    create: (parent: Collection | null) =>
      askName({
        title:
          parent === null
            ? text('gallery.collection.new')
            : text('gallery.collection.newIn', { name: parent.name }),
        confirm: text('gallery.create'),
        onName: (name) => collections.create(name, parent?.id ?? null),
      }),
    rename: ({ id, name }: Collection) =>
      askName({
        title: text('gallery.collection.rename'),
        confirm: text('gallery.rename'),
        initial: name,
        onName: (next) => collections.rename(id, next),
      }),
    move: ({ id, name }: Collection) =>
      open((close) => (
        <CollectionDialog
          title={text('gallery.collection.move.title', { name })}
          confirm={text('gallery.move')}
          offersTop
          without={id}
          onChoose={(parentId) => collections.nest(id, parentId)}
          onClose={close}
        />
      )),
    remove: ({ id, name }: Collection) =>
      confirm({
        title: text('gallery.collection.delete.title', { name }),
        text: text('gallery.collection.delete.text'),
        confirm: text('gallery.collection.delete'),
        refuse: text('action.keep', { count: 1 }),
        onConfirm: () => void removeIt(id),
      }),
  }
}

/** Lists a collection, or everything. */
function useShow(): (id: string | undefined) => void {
  const { listing, display } = useGallery()
  return (id) => {
    display.setState({ isDuplicates: false })
    listing.setFilter(patched({}, { collectionId: id }))
  }
}

function CollectionTree({ items }: { readonly items: readonly Collection[] }) {
  const { text } = useFormatter()
  const show = useShow()
  const current = useListing(({ filter }) => filter.collectionId)
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const ids = items.map(({ id }) => id)
  const withIds = (nodes: readonly CollectionNode[]) =>
    nodes.map((node) => ({ ...node, id: node.collection.id }))
  function renderNode({ collection, children }: CollectionNode) {
    return (
      <TreeItem
        key={collection.id}
        id={collection.id}
        textValue={collection.name}
        className={classNames(styles.row, styles.treeRow)}
      >
        <TreeItemContent>
          <CollectionRow collection={collection} hasChildren={children.length > 0} />
        </TreeItemContent>
        <RowCollection items={withIds(children)}>{renderNode}</RowCollection>
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
        show(typeof key === 'string' ? key : undefined)
      }}
      expandedKeys={ids.filter((id) => !closed.has(id))}
      onExpandedChange={(keys) => setClosed(new Set(ids.filter((id) => !keys.has(id))))}
      items={withIds(collectionTree(items))}
    >
      {renderNode}
    </Tree>
  )
}

const COLLECTION_TYPE = 'application/x-atelier-collection'

interface CollectionRowProps {
  readonly collection: Collection
  readonly hasChildren: boolean
}

/** Assets and other collections can be dropped on it. */
function CollectionRow({ collection, hasChildren }: CollectionRowProps) {
  const { text, number } = useFormatter()
  const { drag, changes } = useGallery()
  const { collections } = useHost()
  const actions = useCollectionActions()
  const [isOver, setOver] = useState(false)
  async function report(response: Promise<RenderedResult<unknown>>): Promise<void> {
    const result = await response
    if (!result.ok) changes.fail(result.error)
  }
  function over(event: DragEvent): void {
    const { types } = event.dataTransfer
    if (!types.includes(ASSETS_TYPE) && !types.includes(COLLECTION_TYPE)) return
    event.preventDefault()
    setOver(true)
  }
  function drop(event: DragEvent): void {
    setOver(false)
    const { dataTransfer } = event
    if (dataTransfer.types.includes(ASSETS_TYPE)) void report(changes.collect(collection.id, drag.take()))
    else if (dataTransfer.types.includes(COLLECTION_TYPE))
      void report(collections.nest(dataTransfer.getData(COLLECTION_TYPE), collection.id))
    else return
    event.preventDefault()
  }
  return (
    <div
      role="presentation"
      className={classNames(u.row, u.grow, u.narrows, styles.treeContent, isOver && styles.dropTarget)}
      draggable
      onDragStart={(event) => event.dataTransfer.setData(COLLECTION_TYPE, collection.id)}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {hasChildren ? (
        <Button
          slot="chevron"
          className={classNames(u.centered, u.rigid, u.pad0, u.unframed, u.clear, styles.twist)}
        >
          <ChevronRight size={14} aria-hidden />
        </Button>
      ) : (
        <span className={styles.leaf} />
      )}
      <Folder size={15} aria-hidden />
      <span className={classNames(parts.line, u.grow)}>{collection.name}</span>
      <RowMenu
        name={collection.name}
        items={[
          { id: 'create', label: text('gallery.collection.newInside') },
          { id: 'rename', label: text('gallery.rename') },
          { id: 'move', label: text('gallery.collection.move') },
          { id: 'remove', label: text('gallery.delete') },
        ]}
        onChoose={(what) => actions[what](collection)}
      />
      <span className={parts.count}>{number(collection.count)}</span>
    </div>
  )
}
