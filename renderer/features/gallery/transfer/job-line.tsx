/** One job: what it does, its progress, and its buttons. */
import { Download, X } from 'lucide-react'
import type { Job } from '#contract/library.ts'
import { useHost } from '../../../bridge/host.tsx'
import { IconButton } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Progress } from '../../../ui/progress.tsx'
import { useWords } from '../../../ui/text.ts'
import styles from './transfer.module.css'

export interface JobLineProps {
  readonly job: Job
  /** Dismisses an ended job. */
  onDismiss?: (() => void) | undefined
}

export function JobLine({ job, onDismiss }: JobLineProps) {
  const { text } = useWords()
  const { jobs } = useHost()
  const { state, done, total, message, downloadUrl, path } = job
  return (
    <div className={styles.job}>
      <div className={styles.jobText}>
        <span className={classNames(styles.message, state === 'failed' && styles.failed)}>
          {message}
          {state === 'running' && total !== null && ` · ${text('gallery.job.progress', { done, total })}`}
        </span>
        {state === 'running' && <Progress done={done} total={total} label={message} />}
        {state === 'done' && path !== undefined && downloadUrl === undefined && (
          <span className={styles.quiet}>{path}</span>
        )}
      </div>
      {downloadUrl !== undefined && (
        <a className={styles.link} href={downloadUrl} download>
          <Download size={16} strokeWidth={1.75} aria-hidden /> {text('gallery.job.download')}
        </a>
      )}
      {state === 'running' && (
        <IconButton
          icon={X}
          label={text('gallery.job.cancel', { name: message })}
          onPress={() => void jobs.getState().cancel(job.id)}
        />
      )}
      {state !== 'running' && onDismiss !== undefined && (
        <IconButton icon={X} label={text('action.dismiss')} onPress={onDismiss} />
      )}
    </div>
  )
}
