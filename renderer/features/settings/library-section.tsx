/** The library: where it is, how much is in it, and checking or reading it again. */
import { useEffect, useState } from 'react'
import type { LibraryStats } from '#contract/asset.ts'
import { useHost, useHostState } from '../../bridge/host.tsx'
import { Button } from '../../ui/button.tsx'
import { Status } from '../../ui/status.tsx'
import { useWords } from '../../ui/text.ts'
import styles from './section.module.css'
import { useCall } from './use-call.ts'

export function LibrarySection() {
  const { text, bytes, number } = useWords()
  const { bridge } = useHost()
  const dataDir = useHostState(
    (host) => host.status,
    (state) => state.info?.dataDir,
  )
  const [stats, setStats] = useState<LibraryStats | null>(null)
  const [found, setFound] = useState<string | null>(null)
  const { run, busy, error } = useCall()

  useEffect(() => {
    let isCurrent = true
    async function load(): Promise<void> {
      const answer = await bridge.call('library.stats', {})
      if (isCurrent && answer.ok) setStats(answer.data)
    }
    void load()
    return () => {
      isCurrent = false
    }
  }, [bridge])

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

  return (
    <div className={styles.stack}>
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
            <dt>{media}</dt>
            <dd>{number(count)}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.quiet}>{text('settings.library.text')}</p>
      <div className={styles.row}>
        <Button isDisabled={busy} onPress={() => void verify()}>
          {text('settings.library.verify')}
        </Button>
        <Button isDisabled={busy} onPress={() => void rebuild()}>
          {text('settings.library.rebuild')}
        </Button>
      </div>
      <Status>
        {busy && <p className={styles.quiet}>{text('settings.library.working')}</p>}
        {found !== null && <p className={styles.good}>{found}</p>}
      </Status>
      {error !== null && (
        <p role="alert" className={styles.problem}>
          {error.message}
        </p>
      )}
    </div>
  )
}
