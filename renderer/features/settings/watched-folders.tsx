/** Folders whose files are imported by themselves: which they are, how they are doing, and a way to name one. */
import { Plus } from '#renderer/icons.tsx'
import { useState } from 'react'
import type { WatchedFolder } from '#contract/watched.ts'
import { useCapability, useHost } from '../../bridge/host.tsx'
import { useQuery, useCall } from '../../bridge/use-call.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Dialog, DialogActions, DialogText, Form, useDialog } from '../../ui/dialog.tsx'
import { FieldFrame, TextField } from '../../ui/field.tsx'
import { FilePath, visibleName } from '../../ui/foreign-text.tsx'
import parts from '../../ui/parts.module.css'
import { Problem } from '../../ui/problem.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { useFormatter } from '../../ui/text.ts'
import u from '../../ui/utilities.module.css'
import styles from './settings.module.css'

export function WatchedFolders() {
  const { text } = useFormatter()
  const open = useDialog()
  const { data, error } = useQuery('watched.list', {}, ({ name }) => name === 'watched.changed')
  const items = data?.items ?? []
  return (
    <section className={parts.sections} aria-label={text('watched')}>
      <div>
        <h3 className={classNames(u.sizeText, u.bold)}>{text('watched')}</h3>
        <p className={parts.quiet}>{text('watched.text')}</p>
      </div>
      {items.length > 0 && (
        <ul className={styles.items}>
          {items.map((folder) => (
            <WatchedItem key={folder.id} folder={folder} />
          ))}
        </ul>
      )}
      <Problem message={error?.message} />
      <div>
        <Button icon={Plus} onPress={() => open((close) => <WatchDialog onClose={close} />)}>
          {text('watched.open')}
        </Button>
      </div>
    </section>
  )
}

function WatchedItem({ folder }: { readonly folder: WatchedFolder }) {
  const { text } = useFormatter()
  const { bridge } = useHost()
  const { run, busy, error } = useCall()
  const { id, mode, state, added, waiting, unfinished } = folder
  const path = visibleName(folder.path)
  return (
    <li className={classNames(u.column, u.gap10, styles.item)} aria-label={path}>
      <div className={u.narrows}>
        <p className={classNames(u.sizeText, u.bold, u.breaks)}>
          <FilePath>{folder.path}</FilePath>
        </p>
        <p className={state === 'away' || state === 'full' ? parts.warning : parts.quiet}>
          {text('watched.state', { state })}
        </p>
        <p className={parts.quiet}>
          {text(`watched.mode.${mode}`)}
          {added > 0 && ` · ${text('watched.added', { count: added })}`}
          {waiting > 0 && ` · ${text('watched.waiting', { count: waiting })}`}
        </p>
        {unfinished > 0 && <p className={parts.quiet}>{text('watched.unfinished', { count: unfinished })}</p>}
      </div>
      <div className={parts.wrap}>
        <Button
          kind="quiet"
          isDisabled={busy}
          aria-label={text('watched.removeOf', { path })}
          onPress={() => void run(bridge.call('watched.remove', { id }))}
        >
          {text('watched.remove')}
        </Button>
      </div>
      <Problem message={error?.message} />
    </li>
  )
}

function WatchDialog({ onClose }: { onClose(): void }) {
  const { text } = useFormatter()
  const { bridge } = useHost()
  const canChoose = useCapability('chooseFolder')
  const [path, setPath] = useState('')
  const [mode, setMode] = useState<WatchedFolder['mode']>('copy')
  const { run, busy, error } = useCall()

  async function add(): Promise<void> {
    const wish = canChoose ? { mode } : { mode, path: path.trim() }
    if ((await run(bridge.call('watched.add', wish))) !== null) onClose()
  }
  // A folder that was not chosen is no error.
  const problem = error?.id === 'exchange.noFolderChosen' ? undefined : error?.message
  return (
    <Dialog title={text('watched.title')} isOpen onClose={onClose}>
      <Form onSubmit={() => void add()}>
        <DialogText>{text('watched.now')}</DialogText>
        {!canChoose && (
          <TextField
            label={text('watched.folder')}
            hint={text('watched.folder.hint')}
            value={path}
            onChange={setPath}
            error={problem}
            isMono
            takesFocus
          />
        )}
        <FieldFrame label={text('watched.mode')}>
          <Segmented
            label={text('watched.mode')}
            value={mode}
            onChange={(next) => setMode(next)}
            options={(['copy', 'in-place'] as const).map((value) => ({
              value,
              label: text(`watched.mode.${value}`),
            }))}
          />
          <p className={parts.quiet}>{text(`watched.mode.${mode}.hint`)}</p>
        </FieldFrame>
        {canChoose && <Problem message={problem} />}
        <DialogActions>
          <Button onPress={onClose}>{text('action.cancel')}</Button>
          <Button type="submit" kind="main" isDisabled={busy || (!canChoose && path.trim() === '')}>
            {text(canChoose ? 'watched.choose' : 'watched.add')}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}
