/** Imports files: chosen here, or all in a folder of the computer that runs Atelier. */
import '../../../locales/gallery.ts'
import { useRef, useState } from 'react'
import { useCapability, useHost } from '../../../bridge/host.tsx'
import { useCall } from '../../../bridge/use-call.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions, Form } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/field.tsx'
import parts from '../../../ui/parts.module.css'
import { Problem } from '../../../ui/problem.tsx'
import { useFormatter } from '../../../ui/text.ts'
import { useGallery, useListedCollection } from '../gallery.ts'
import { ArchiveDialog } from './archive-dialog.tsx'
import { CollectionChoice, NO_COLLECTION } from './collection-choice.tsx'

export function ImportDialog({ onClose }: { onClose(): void }) {
  const { text } = useFormatter()
  const { bridge, jobs } = useHost()
  const { imports } = useGallery()
  const canChoose = useCapability('chooseFolder')
  const picker = useRef<HTMLInputElement>(null)
  const [folder, setFolder] = useState('')
  const { run, error } = useCall()
  const problem = error?.message
  const [into, setInto] = useState(useListedCollection()?.id ?? NO_COLLECTION)
  const [isArchive, setArchive] = useState(false)
  const collectionId = into === NO_COLLECTION ? undefined : into

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
  if (isArchive) return <ArchiveDialog onClose={onClose} />
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
          <Button onPress={() => setArchive(true)}>{text('gallery.archive.open')}</Button>
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
        {canChoose && <Problem message={problem} />}
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
