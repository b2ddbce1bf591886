/** Imports files: chosen here, or all in a folder of the computer that runs Atelier. */
import '../../../locales/gallery.ts'
import { useRef, useState } from 'react'
import { useCapability, useHost, useHostState } from '../../../bridge/host.tsx'
import { collectionTree, flatten } from '../../../bridge/stores/library-lists.ts'
import { useCall } from '../../../bridge/use-call.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions, Form } from '../../../ui/dialog.tsx'
import { Select, TextField } from '../../../ui/field.tsx'
import parts from '../../../ui/parts.module.css'
import { Problem } from '../../../ui/problem.tsx'
import { useWords } from '../../../ui/text.ts'
import { useGallery, useListedCollection } from '../gallery.ts'

/** In place of a collection's id. */
const NONE = ''

export function ImportDialog({ onClose }: { onClose(): void }) {
  const { text } = useWords()
  const { bridge, jobs } = useHost()
  const { imports } = useGallery()
  const canChoose = useCapability('chooseFolder')
  const picker = useRef<HTMLInputElement>(null)
  const [folder, setFolder] = useState('')
  const { run, error } = useCall()
  const problem = error?.message
  const [into, setInto] = useState(useListedCollection()?.id ?? NONE)
  const collectionId = into === NONE ? undefined : into

  async function importFolder(path: string | null): Promise<void> {
    const job = await run(
      bridge.call('library.import', {
        ...(path !== null && { folder: path }),
        ...(collectionId !== undefined && { collectionId }),
      }),
    )
    if (job === null) return
    jobs.follow(job)
    onClose()
  }
  return (
    <Dialog title={text('gallery.import')} isOpen onClose={onClose}>
      <Form
        onSubmit={() => {
          if (folder.trim() !== '') void importFolder(folder.trim())
        }}
      >
        <p className={parts.quiet}>{text('gallery.import.text')}</p>
        <CollectionChoice value={into} onChange={setInto} />
        <div className={parts.wrap}>
          <Button kind="main" takesFocus onPress={() => picker.current?.click()}>
            {text('gallery.import.choose')}
          </Button>
          {canChoose && (
            <Button onPress={() => void importFolder(null)}>{text('gallery.import.chooseFolder')}</Button>
          )}
        </div>
        <input
          ref={picker}
          type="file"
          multiple
          tabIndex={-1}
          aria-label={text('gallery.import.choose')}
          hidden
          onChange={({ target }) => {
            void imports.add(Array.from(target.files ?? []), collectionId)
            onClose()
          }}
        />
        {!canChoose && (
          <TextField
            label={text('gallery.import.folder')}
            hint={text('gallery.import.folder.hint')}
            value={folder}
            onChange={setFolder}
            error={problem}
            isMono
          />
        )}
        {canChoose && <Problem words={problem} />}
        <DialogActions>
          <Button onPress={onClose}>{text('action.cancel')}</Button>
          {!canChoose && (
            <Button type="submit" isDisabled={folder.trim() === ''}>
              {text('gallery.import.takeFolder')}
            </Button>
          )}
        </DialogActions>
      </Form>
    </Dialog>
  )
}

/** Nothing where there are no collections. */
function CollectionChoice({ value, onChange }: { readonly value: string; onChange(id: string): void }) {
  const { text } = useWords()
  const collections = useHostState('collections', ({ items }) => items)
  if (collections.length === 0) return null
  const choices = flatten(collectionTree(collections)).map(({ collection: { id, name } }) => ({
    value: id,
    label: name,
  }))
  return (
    <Select
      label={text('gallery.import.into')}
      value={value}
      onChange={onChange}
      options={[{ value: NONE, label: text('gallery.import.into.none') }, ...choices]}
    />
  )
}
