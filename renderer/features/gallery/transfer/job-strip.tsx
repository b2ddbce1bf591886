/** Below the grid: running library jobs, and how the last ones ended. */
import { Download, X } from '#renderer/icons.tsx'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { Job } from '#contract/library.ts'
import { useHost } from '../../../bridge/host.tsx'
import { shownJobs } from '../../../bridge/stores/jobs.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Hidden } from '../../../ui/hidden.tsx'
import parts from '../../../ui/parts.module.css'
import { Progress } from '../../../ui/progress.tsx'
import { Status } from '../../../ui/status.tsx'
import { useFormatter } from '../../../ui/text.ts'
import { useGallery } from '../gallery.ts'
import styles from '../dialogs/dialogs.module.css'
import { ArchiveLeft } from './archive-left.tsx'
import u from '#renderer/ui/utilities.module.css'
import { FilePath } from '../../../ui/foreign-text.tsx'

export function JobStrip() {
  const { text } = useFormatter()
  const { jobs } = useHost()
  const { imports } = useGallery()
  const state = useStore(jobs)
  const isImporting = useStore(imports, ({ run }) => run !== null)
  useEffect(() => void jobs.load(), [jobs])
  const items = shownJobs(state)
  if (items.length === 0 && !isImporting) return null
  return (
    <section
      className={classNames(u.column, u.gap6, u.scrollDown, u.lineAbove, u.surface, styles.strip)}
      aria-label={text('gallery.jobs')}
    >
      {isImporting && <ImportLine />}
      {items.map((job) => (
        <JobLine key={job.id} job={job} onDismiss={() => jobs.dismiss(job.id)} />
      ))}
      {/* Only the end is said aloud, not every step. */}
      <Hidden>
        <Status>{items.find((job) => job.state !== 'running')?.message.text}</Status>
      </Hidden>
    </section>
  )
}

interface JobLineProps {
  readonly job: Job
  onDismiss?: (() => void) | undefined
}

export function JobLine({ job, onDismiss }: JobLineProps) {
  const { text } = useFormatter()
  const { jobs } = useHost()
  const { state, done, total, message, downloadUrl, path, archive } = job
  const [isListed, setListed] = useState(false)
  return (
    <div className={classNames(u.row, u.gap10, u.narrows)}>
      <div className={classNames(parts.stack, parts.grow)}>
        <span className={classNames(u.breaks, u.selectable, state === 'failed' && parts.danger)}>
          {message.text}
          {state === 'running' && total !== null && ` · ${text('gallery.job.progress', { done, total })}`}
        </span>
        {state === 'running' && <Progress done={done} total={total} label={message.text} />}
        {state === 'done' && path !== undefined && downloadUrl === undefined && (
          <span className={parts.quiet}>
            <FilePath>{path}</FilePath>
          </span>
        )}
      </div>
      {archive !== undefined && archive.unreadCount > 0 && (
        <Button onPress={() => setListed(true)}>{text('gallery.archive.left.show')}</Button>
      )}
      {archive !== undefined && isListed && (
        <ArchiveLeft archive={archive} onClose={() => setListed(false)} />
      )}
      {downloadUrl !== undefined && (
        <a className={styles.link} href={downloadUrl} download>
          <Download size={16} strokeWidth={1.75} aria-hidden /> {text('gallery.job.download')}
        </a>
      )}
      {state === 'running' && (
        <IconButton
          icon={X}
          label={text('gallery.job.cancel', { name: message.text })}
          onPress={() => void jobs.cancel(job.id)}
        />
      )}
      {state !== 'running' && onDismiss !== undefined && (
        <IconButton icon={X} label={text('action.dismiss')} onPress={onDismiss} />
      )}
    </div>
  )
}

const MAX_NAMED = 3

function ImportLine() {
  const { text } = useFormatter()
  const { imports } = useGallery()
  const run = useStore(imports, (state) => state.run)
  if (run === null) return null
  const { state, done, total, added, known, failed, problems } = run
  const isRunning = state === 'running'
  const summary = isRunning
    ? text('gallery.import.running', { done, total })
    : text('gallery.import.ended', { added, known, failed })
  return (
    <div className={classNames(u.row, u.gap10, u.narrows)}>
      <div className={classNames(parts.stack, parts.grow)}>
        <span className={classNames(u.breaks, u.selectable)}>{summary}</span>
        {isRunning && <Progress done={done} total={total} label={summary} />}
        {problems.slice(0, MAX_NAMED).map(({ name, message }) => (
          <span key={name} className={parts.danger}>
            {text('gallery.import.problem', { name, message })}
          </span>
        ))}
      </div>
      <IconButton
        icon={X}
        label={isRunning ? text('gallery.import.cancel') : text('action.dismiss')}
        onPress={() => (isRunning ? imports.cancel() : imports.dismiss())}
      />
    </div>
  )
}
