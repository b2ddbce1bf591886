/** The library: location and size, verify, rebuild and back up. */
import { isMediaType } from '#contract/rules/media.ts'
import { useEffect, useState } from 'react'
import type { Job, LibraryStats } from '#contract/library.ts'
import { useHost, useHostState } from '../../bridge/host.tsx'
import { runningJob } from '../../bridge/stores/jobs.ts'
import { Button } from '../../ui/button.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Progress } from '../../ui/progress.tsx'
import { Status } from '../../ui/status.tsx'
import { useWords } from '../../ui/text.ts'
import styles from './section.module.css'
import { useCall } from './use-call.ts'

const KINDS = ['verify', 'rebuild', 'backup'] as const

export function LibrarySection() {
  const { text } = useWords()
  const { bridge, jobs } = useHost()
  const [found, setFound] = useState<string | null>(null)
  const [backupId, setBackupId] = useState<string | null>(null)
  const { run, busy, error } = useCall()
  const items = useHostState('jobs', (state) => state.items)
  useEffect(() => void jobs.getState().load(), [jobs])
  const running = KINDS.flatMap((kind) => runningJob(items, kind) ?? [])
  const backup = items.find(({ id, state }) => id === backupId && state !== 'running')
  const isBusy = busy || running.length > 0

  async function verify(): Promise<void> {
    setFound(null)
    const result = await run(bridge.call('library.verify', {}))
    if (result !== null) setFound(text('settings.library.verified', { ...result }))
  }
  async function rebuild(): Promise<void> {
    setFound(null)
    const result = await run(bridge.call('library.rebuild', {}))
    if (result !== null) setFound(text('settings.library.rebuilt', { ...result }))
  }
  async function backUp(): Promise<void> {
    setFound(null)
    const job = await run(bridge.call('library.backup', {}))
    if (job === null) return
    jobs.getState().follow(job)
    setBackupId(job.id)
  }

  return (
    <div className={styles.stack}>
      <LibraryFacts key={running.length} />
      <p className={styles.quiet}>{text('settings.library.text')}</p>
      <div className={styles.row}>
        <Button isDisabled={isBusy} onPress={() => void verify()}>
          {text('settings.library.verify')}
        </Button>
        <Button isDisabled={isBusy} onPress={() => void rebuild()}>
          {text('settings.library.rebuild')}
        </Button>
        <Button isDisabled={isBusy} onPress={() => void backUp()}>
          {text('settings.library.backup')}
        </Button>
      </div>
      {running.map((job) => (
        <RunningJob key={job.id} job={job} />
      ))}
      <Status>
        {isBusy && running.length === 0 && <p className={styles.quiet}>{text('settings.library.working')}</p>}
        {found !== null && <p className={styles.good}>{found}</p>}
        {backup !== undefined && <BackupEnd job={backup} />}
      </Status>
      <Problem words={error?.message} />
    </div>
  )
}

function LibraryFacts() {
  const { text, bytes, number } = useWords()
  const { bridge } = useHost()
  const dataDir = useHostState('status', (state) => state.info?.dataDir)
  const [stats, setStats] = useState<LibraryStats | null>(null)
  useEffect(() => {
    let isCurrent = true
    async function load(): Promise<void> {
      const response = await bridge.call('library.stats', {})
      if (isCurrent && response.ok) setStats(response.data)
    }
    void load()
    return () => {
      isCurrent = false
    }
  }, [bridge])
  return (
    <dl className={styles.facts}>
      <div>
        <dt>{text('settings.library.place')}</dt>
        <dd>{dataDir ?? '–'}</dd>
      </div>
      <div>
        <dt>{text('settings.library.size')}</dt>
        <dd>
          {stats === null
            ? '–'
            : text('settings.library.sizeText', { count: stats.assets, size: bytes(stats.bytes) })}
        </dd>
      </div>
      {Object.entries(stats?.byMediaType ?? {}).map(([media, count]) => (
        <div key={media}>
          <dt>{isMediaType(media) ? text(`media.${media}`) : media}</dt>
          <dd>{number(count)}</dd>
        </div>
      ))}
    </dl>
  )
}

function RunningJob({ job }: { readonly job: Job }) {
  const { text } = useWords()
  const { jobs } = useHost()
  const { done, total, message } = job
  return (
    <div className={styles.jobRow}>
      <div className={styles.job}>
        <span>
          {message}
          {total !== null && ` · ${text('gallery.job.progress', { done, total })}`}
        </span>
        <Progress label={message} done={done} total={total} />
      </div>
      <Button kind="quiet" onPress={() => void jobs.getState().cancel(job.id)}>
        {text('action.cancel')}
      </Button>
    </div>
  )
}

/** How a backup ended, and its path. */
function BackupEnd({ job }: { readonly job: Job }) {
  const { text } = useWords()
  const { message, path, downloadUrl, state } = job
  return (
    <div className={state === 'failed' ? styles.problem : styles.good}>
      <p>{message}</p>
      {path !== undefined && <p className={styles.quiet}>{path}</p>}
      {downloadUrl !== undefined && (
        <a href={downloadUrl} download>
          {text('gallery.job.download')}
        </a>
      )}
    </div>
  )
}
