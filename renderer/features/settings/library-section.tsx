/** The library: location and size, verify, rebuild and back up, and the folders that it watches. */
import { useEffect, useState } from 'react'
import type { Job } from '#contract/library.ts'
import { useHost, useHostState } from '../../bridge/host.tsx'
import { useQuery, useCall } from '../../bridge/use-call.ts'
import { Button } from '../../ui/button.tsx'
import { Fact, FactList } from '../../ui/fact-list.tsx'
import { FilePath } from '../../ui/foreign-text.tsx'
import parts from '../../ui/parts.module.css'
import { Problem } from '../../ui/problem.tsx'
import { Progress } from '../../ui/progress.tsx'
import { Status } from '../../ui/status.tsx'
import { useFormatter } from '../../ui/text.ts'
import styles from './settings.module.css'
import { WatchedFolders } from './watched-folders.tsx'
import { classNames } from '#renderer/ui/class-names.ts'
import u from '#renderer/ui/utilities.module.css'

const KINDS: readonly Job['kind'][] = ['verify', 'rebuild', 'backup']

export function LibrarySection() {
  const { text } = useFormatter()
  const { bridge, jobs } = useHost()
  const [found, setFound] = useState<string | null>(null)
  const [backupId, setBackupId] = useState<string | null>(null)
  const { run, busy, error } = useCall()
  const items = useHostState('jobs', (state) => state.items)
  useEffect(() => void jobs.load(), [jobs])
  const running = items.filter(({ kind, state }) => KINDS.includes(kind) && state === 'running')
  const backup = items.find(({ id, state }) => id === backupId && state !== 'running')
  const isBusy = busy || running.length > 0

  async function verify(): Promise<void> {
    const result = await run(bridge.call('library.verify', {}))
    if (result !== null) setFound(text('settings.library.verified', { ...result }))
  }
  async function rebuild(): Promise<void> {
    const result = await run(bridge.call('library.rebuild', {}))
    if (result !== null) setFound(text('settings.library.rebuilt', { ...result }))
  }
  async function backUp(): Promise<void> {
    const job = await run(bridge.call('library.backup', {}))
    if (job === null) return
    jobs.follow(job)
    setBackupId(job.id)
  }
  const actions = { verify, rebuild, backup: backUp }
  return (
    <div className={parts.sections}>
      <LibraryFacts key={running.length} />
      <p className={parts.quiet}>{text('settings.library.text')}</p>
      <div className={parts.wrap}>
        {(['verify', 'rebuild', 'backup'] as const).map((name) => (
          <Button
            key={name}
            isDisabled={isBusy}
            onPress={() => {
              setFound(null)
              void actions[name]()
            }}
          >
            {text(`settings.library.${name}`)}
          </Button>
        ))}
      </div>
      {running.map((job) => (
        <RunningJob key={job.id} job={job} />
      ))}
      <Status>
        {isBusy && running.length === 0 && <p className={parts.quiet}>{text('settings.library.working')}</p>}
        {found}
        {backup !== undefined && <BackupEnd job={backup} />}
      </Status>
      <Problem message={error?.message} />
      <WatchedFolders />
    </div>
  )
}

function LibraryFacts() {
  const { text, bytes, number } = useFormatter()
  const dataDir = useHostState('status', (state) => state.info?.dataDir)
  const { data: stats } = useQuery('library.stats', {})
  return (
    <FactList>
      <Fact name={text('settings.library.place')}>
        <FilePath>{dataDir ?? '–'}</FilePath>
      </Fact>
      <Fact name={text('settings.library.size')}>
        {stats === null
          ? '–'
          : text('settings.library.sizeText', { count: stats.assets, size: bytes(stats.bytes) })}
      </Fact>
      {Object.entries(stats?.byMediaType ?? {}).map(([media, count]) => (
        <Fact key={media} name={text('settings.library.media', { media })}>
          {number(count)}
        </Fact>
      ))}
    </FactList>
  )
}

function RunningJob({ job: { id, done, total, message } }: { readonly job: Job }) {
  const { text } = useFormatter()
  const { jobs } = useHost()
  return (
    <div className={classNames(u.flex, u.gap12, styles.jobRow)}>
      <div className={classNames(u.column, u.grow, u.gap6, u.narrows, u.breaks)}>
        <span>
          {message.text}
          {total !== null && ` · ${text('gallery.job.progress', { done, total })}`}
        </span>
        <Progress label={message.text} done={done} total={total} />
      </div>
      <Button kind="quiet" onPress={() => void jobs.cancel(id)}>
        {text('action.cancel')}
      </Button>
    </div>
  )
}

function BackupEnd({ job: { message, path, downloadUrl, state } }: { readonly job: Job }) {
  const { text } = useFormatter()
  return (
    <>
      {state === 'failed' ? <Problem message={message.text} /> : <p>{message.text}</p>}
      {path !== undefined && (
        <p className={parts.quiet}>
          <FilePath>{path}</FilePath>
        </p>
      )}
      {downloadUrl !== undefined && (
        <a href={downloadUrl} download>
          {text('gallery.job.download')}
        </a>
      )}
    </>
  )
}
