/** Chooses or creates a collection to add assets or another collection to. */
import { FolderPlus } from '../icons.tsx'
import { useState } from 'react'
import { ListBox, ListBoxItem } from 'react-aria-components'
import type { RenderedResult } from '#contract/errors.ts'
import { foldedName } from '#contract/rules/collection-names.ts'
import { useHost, useHostState } from '../../../bridge/host.tsx'
import { collectionTree, flatten } from '../../../bridge/stores/library-lists.ts'
import { useCall } from '../../../bridge/use-call.ts'
import { Button } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Dialog, DialogActions, Form, useDialog } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/field.tsx'
import parts from '../../../ui/parts.module.css'
import { Problem } from '../../../ui/problem.tsx'
import { useFormatter } from '../../../ui/text.ts'
import { useGallery } from '../gallery.ts'
import styles from './dialogs.module.css'
import u from '#renderer/ui/utilities.module.css'

export interface CollectionDialogProps {
  readonly title: string
  readonly confirm: string
  /** Offers the place above all collections. */
  readonly offersTop?: boolean
  /** A collection that cannot be put into itself or into what is in it. */
  readonly without?: string
  /** `collectionId` is null for the top. */
  onChoose(collectionId: string | null): Promise<RenderedResult<unknown>>
  onClose(): void
}

const TOP = 'top'
const STEP_PX = 16

export function CollectionDialog(props: CollectionDialogProps) {
  const { title, confirm, offersTop = false, without, onChoose, onClose } = props
  const { text } = useFormatter()
  const { collections } = useHost()
  const all = useHostState('collections', ({ items }) => items)
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<string | null>(null)
  const { run, error } = useCall()
  const { nodes, isNew } = matchingCollections(withoutBranch(collectionTree(all), without), typed)
  const isTopListed = offersTop && typed.trim() === ''
  const listed = [...(isTopListed ? [TOP] : []), ...nodes.map(({ collection }) => collection.id)]
  // What the search hides is not chosen.
  const target = listed.find((id) => id === chosen) ?? listed[0] ?? null

  async function choose(id: string | null): Promise<void> {
    if ((await run(onChoose(id))) !== null) onClose()
  }
  async function createAndChoose(): Promise<void> {
    const created = await run(collections.create(typed.trim(), null))
    if (created !== null) await choose(created.id)
  }
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <Form
        onSubmit={() => {
          if (isNew && nodes.length === 0) void createAndChoose()
          else if (target !== null) void choose(target === TOP ? null : target)
        }}
      >
        <TextField
          label={text('gallery.collection.find')}
          value={typed}
          onChange={setTyped}
          maxLength={200}
          takesFocus
        />
        <CollectionList nodes={nodes} offersTop={isTopListed} chosen={target} onChoose={setChosen} />
        <Problem message={error?.message} />
        <DialogActions>
          {isNew && (
            <Button icon={FolderPlus} onPress={() => void createAndChoose()}>
              {text('gallery.collection.createNamed', { name: typed.trim() })}
            </Button>
          )}
          <Button onPress={onClose}>{text('action.cancel')}</Button>
          <Button kind="main" type="submit" isDisabled={target === null && !isNew}>
            {confirm}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}

interface CollectionListProps {
  readonly nodes: Nodes
  readonly offersTop: boolean
  readonly chosen: string | null
  onChoose(id: string): void
}

function CollectionList({ nodes, offersTop, chosen, onChoose }: CollectionListProps) {
  const { text, number } = useFormatter()
  return (
    <ListBox
      aria-label={text('gallery.collections')}
      className={classNames(u.scroll, u.framed, u.corner, styles.list)}
      selectionMode="single"
      disallowEmptySelection={chosen !== null}
      selectedKeys={chosen === null ? [] : [chosen]}
      onSelectionChange={(keys) => {
        const [key] = keys === 'all' ? [] : keys
        if (typeof key === 'string') onChoose(key)
      }}
      renderEmptyState={() => <p className={styles.none}>{text('gallery.collection.none')}</p>}
    >
      {offersTop && (
        <ListBoxItem id={TOP} textValue={text('gallery.collection.top')} className={classNames(styles.item)}>
          {text('gallery.collection.top')}
        </ListBoxItem>
      )}
      {nodes.map(({ collection, depth }) => (
        <ListBoxItem
          key={collection.id}
          id={collection.id}
          textValue={collection.name}
          className={classNames(styles.item)}
          style={{ paddingInlineStart: 10 + depth * STEP_PX }}
        >
          <span className={parts.line}>{collection.name}</span>
          <span className={parts.count}>{number(collection.count)}</span>
        </ListBoxItem>
      ))}
    </ListBox>
  )
}

type Nodes = ReturnType<typeof collectionTree>

/** The collections with what is typed in their names, and whether none of them has just this name. */
export function matchingCollections(tree: Nodes, typed: string) {
  const wanted = foldedName(typed)
  const nodes = flatten(tree).filter(({ collection }) => foldedName(collection.name).includes(wanted))
  const isNew = wanted !== '' && !nodes.some(({ collection }) => foldedName(collection.name) === wanted)
  return { nodes, isNew }
}

function withoutBranch(nodes: Nodes, id: string | undefined): Nodes {
  return nodes
    .filter(({ collection }) => collection.id !== id)
    .map((node) => ({ ...node, children: withoutBranch(node.children, id) }))
}

/** Asks for the collection that these assets are added to. */
export function useCollectDialog(): (ids: readonly string[]) => void {
  const { text } = useFormatter()
  const { changes } = useGallery()
  const open = useDialog()
  return (ids) =>
    open((onClose) => (
      <CollectionDialog
        title={text('gallery.collection.add.title', { count: ids.length })}
        confirm={text('gallery.add')}
        onChoose={(id) => (id === null ? Promise.resolve({ ok: true, data: {} }) : changes.collect(id, ids))}
        onClose={onClose}
      />
    ))
}
