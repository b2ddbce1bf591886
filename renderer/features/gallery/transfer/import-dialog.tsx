/** Imports files: chosen here, or all in a folder of the computer that runs Atelier. */
import { useRef, useState } from 'react'
import { useCapability, useHost } from '../../../bridge/host.tsx'
import { useCall } from '../../../bridge/use-call.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions, DialogForm } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/field.tsx'
import parts from '../../../ui/parts.module.css'
import { Problem } from '../../../ui/problem.tsx'
import { useWords } from '../../../ui/text.ts'
import { useGallery } from '../gallery.ts'

export function ImportDialog({ onClose }: { onClose(): void }) {
  const { text } = useWords()
  const { bridge, jobs } = useHost()
  const { imports } = useGallery()
  const canChoose = useCapability('chooseFolder')
  const picker = useRef<HTMLInputElement>(null)
  const [folder, setFolder] = useState('')
  const { run, error } = useCall()
  const problem = error?.message

  async function importFolder(path: string | null): Promise<void> {
    const job = await run(bridge.call('library.import', path === null ? {} : { folder: path }))
    if (job === null) return
    jobs.follow(job)
    onClose()
  }
  return (
    <Dialog title={text('gallery.import')} isOpen onClose={onClose}>
      <DialogForm
        onSubmit={() => {
          if (folder.trim() !== '') void importFolder(folder.trim())
        }}
      >
        <p className={parts.quiet}>{text('gallery.import.text')}</p>
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
            void imports.add(Array.from(target.files ?? []))
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
      </DialogForm>
    </Dialog>
  )
}
