/** Imports files: chosen here, or all in a folder of the computer that runs Atelier. */
import { useRef, useState } from 'react'
import { useHost, useHostState } from '../../../bridge/host.tsx'
import { hasCapability } from '../../../bridge/stores/app-status.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions, DialogForm } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/field.tsx'
import { Problem } from '../../../ui/problem.tsx'
import { useWords } from '../../../ui/text.ts'
import { useGallery } from '../use-gallery.ts'
import styles from './transfer.module.css'

export function ImportDialog({ onClose }: { onClose(): void }) {
  const { text } = useWords()
  const { bridge, jobs } = useHost()
  const { imports } = useGallery()
  const canChoose = useHostState('status', (state) => hasCapability(state, 'chooseFolder'))
  const picker = useRef<HTMLInputElement>(null)
  const [folder, setFolder] = useState('')
  const [problem, setProblem] = useState<string | null>(null)

  async function importFolder(path: string | null): Promise<void> {
    const response = await bridge.call('library.import', path === null ? {} : { folder: path })
    if (!response.ok) return setProblem(response.error.message)
    jobs.getState().follow(response.data)
    onClose()
  }
  return (
    <Dialog title={text('gallery.import')} isOpen onClose={onClose}>
      <DialogForm
        onSubmit={() => {
          if (folder.trim() !== '') void importFolder(folder.trim())
        }}
      >
        <p className={styles.quiet}>{text('gallery.import.text')}</p>
        <div className={styles.row}>
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
          className={styles.pick}
          onChange={({ target }) => {
            void imports.getState().add(Array.from(target.files ?? []))
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
