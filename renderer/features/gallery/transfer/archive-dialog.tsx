/** Brings in a folder of another tool: looks at it first, then takes it in as copies or where it lies. */
import '../../../locales/gallery.ts'
import { useState } from 'react'
import type { ArchivePreview } from '#contract/archives.ts'
import { useCapability, useHost } from '../../../bridge/host.tsx'
import { useCall } from '../../../bridge/use-call.ts'
import { Button } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Dialog, DialogActions, Form } from '../../../ui/dialog.tsx'
import { Fact, FactList } from '../../../ui/fact-list.tsx'
import { FieldFrame, TextField } from '../../../ui/field.tsx'
import parts from '../../../ui/parts.module.css'
import { Problem } from '../../../ui/problem.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { useFormatter } from '../../../ui/text.ts'
import u from '../../../ui/utilities.module.css'
import { useListedCollection } from '../gallery.ts'
import styles from './archive.module.css'
import { CollectionChoice, NO_COLLECTION } from './collection-choice.tsx'
import { FilePath } from '../../../ui/foreign-text.tsx'

export function ArchiveDialog({ onClose }: { onClose(): void }) {
  const { text } = useFormatter()
  const [preview, setPreview] = useState<ArchivePreview | null>(null)
  return (
    <Dialog title={text('gallery.archive')} isOpen onClose={onClose} isWide={preview !== null}>
      {preview === null ? (
        <FolderChoice onPreview={setPreview} onClose={onClose} />
      ) : (
        <ArchiveForm preview={preview} onBack={() => setPreview(null)} onClose={onClose} />
      )}
    </Dialog>
  )
}

interface FolderChoiceProps {
  onPreview(preview: ArchivePreview): void
  onClose(): void
}

function FolderChoice({ onPreview, onClose }: FolderChoiceProps) {
  const { text } = useFormatter()
  const { bridge } = useHost()
  const canChoose = useCapability('chooseFolder')
  const [path, setPath] = useState('')
  const { run, busy, error } = useCall()

  async function look(): Promise<void> {
    const preview = await run(bridge.call('archives.preview', canChoose ? {} : { path: path.trim() }))
    if (preview !== null) onPreview(preview)
  }
  // A folder that was not chosen is no error.
  const problem = error?.code === 'conflict' ? undefined : error?.message
  return (
    <Form onSubmit={() => void look()}>
      <p className={parts.quiet}>{text('gallery.archive.text')}</p>
      {!canChoose && (
        <TextField
          label={text('gallery.archive.folder')}
          hint={text('gallery.archive.folder.hint')}
          value={path}
          onChange={setPath}
          error={problem}
          isMono
          takesFocus
        />
      )}
      {canChoose && <Problem message={problem} />}
      {busy && <Progress label={text('gallery.archive.looking')} done={0} total={null} />}
      <DialogActions>
        <Button onPress={onClose}>{text('action.cancel')}</Button>
        <Button type="submit" kind="main" isDisabled={busy || (!canChoose && path.trim() === '')}>
          {text(canChoose ? 'gallery.archive.choose' : 'gallery.archive.look')}
        </Button>
      </DialogActions>
    </Form>
  )
}

interface ArchiveFormProps {
  readonly preview: ArchivePreview
  onBack(): void
  onClose(): void
}

function ArchiveForm({ preview, onBack, onClose }: ArchiveFormProps) {
  const { text, bytes } = useFormatter()
  const { bridge, jobs } = useHost()
  const [mode, setMode] = useState<'copy' | 'in-place'>('copy')
  const [into, setInto] = useState(useListedCollection()?.id ?? NO_COLLECTION)
  const { run, busy, error } = useCall()
  const count = preview.sources.reduce((sum, { files }) => sum + files, 0)
  const size = bytes(preview.sources.reduce((sum, one) => sum + one.bytes, 0))

  async function take(): Promise<void> {
    const collection = into === NO_COLLECTION ? {} : { collectionId: into }
    const job = await run(bridge.call('archives.import', { path: preview.path, mode, ...collection }))
    if (job === null) return
    jobs.follow(job)
    onClose()
  }
  return (
    <Form onSubmit={() => void take()}>
      <span className={classNames(parts.quiet, u.selectable)}>
        <FilePath>{preview.path}</FilePath>
      </span>
      <Found preview={preview} />
      <Examples examples={preview.examples} />
      <FieldFrame label={text('gallery.archive.mode')}>
        <Segmented
          label={text('gallery.archive.mode')}
          value={mode}
          onChange={(next) => setMode(next)}
          options={(['copy', 'in-place'] as const).map((value) => ({
            value,
            label: text(`gallery.archive.mode.${value}`),
          }))}
        />
        <p className={parts.quiet}>{text(`gallery.archive.mode.${mode}.hint`, { size })}</p>
      </FieldFrame>
      <CollectionChoice value={into} onChange={setInto} />
      <Problem message={error?.message} />
      <DialogActions>
        <Button onPress={onBack}>{text('gallery.archive.other')}</Button>
        <Button type="submit" kind="main" isDisabled={busy || count === 0}>
          {text('gallery.archive.take', { count })}
        </Button>
      </DialogActions>
    </Form>
  )
}

/** How much there is, of which tool, and what stays behind. */
function Found({ preview: { sources, isEstimate, unread, skipped } }: Pick<ArchiveFormProps, 'preview'>) {
  const { text, bytes } = useFormatter()
  return (
    <div className={parts.stack}>
      {sources.length === 0 && <p>{text('gallery.archive.nothing')}</p>}
      <FactList>
        {sources.map(({ source, files, bytes: size }) => (
          <Fact key={source} name={text(`gallery.archive.source.${source}`)}>
            {text('gallery.archive.count', { files, size: bytes(size) })}
          </Fact>
        ))}
      </FactList>
      {isEstimate && <p className={parts.quiet}>{text('gallery.archive.estimate')}</p>}
      {unread > 0 && <p className={parts.quiet}>{text('gallery.archive.unread', { count: unread })}</p>}
      {skipped > 0 && <p className={parts.quiet}>{text('gallery.archive.skipped', { count: skipped })}</p>}
    </div>
  )
}

/** Some files, each with what was understood of it. */
function Examples({ examples }: Pick<ArchivePreview, 'examples'>) {
  const { text } = useFormatter()
  if (examples.length === 0) return null
  return (
    <FieldFrame label={text('gallery.archive.examples')}>
      <ul className={classNames(parts.stack, u.scrollDown, styles.examples)}>
        {examples.map(({ path, recipe }) => (
          <li key={path} className={parts.stack}>
            <span className={classNames(parts.quiet, u.breaks)}>
              <FilePath>{path}</FilePath>
            </span>
            <span className={classNames(parts.lines, u.selectable)}>
              {recipe === null
                ? text('gallery.archive.example.none')
                : (recipe.prompt ?? text('gallery.archive.example.noPrompt'))}
            </span>
            {recipe?.model !== undefined && <span className={parts.quiet}>{recipe.model}</span>}
          </li>
        ))}
      </ul>
    </FieldFrame>
  )
}
