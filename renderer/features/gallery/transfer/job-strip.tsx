/** Below the grid: running library jobs, and how the last ones ended. */
import { useEffect } from 'react'
import { useStore } from 'zustand'
import { useHost } from '../../../bridge/host.tsx'
import { shownJobs } from '../../../bridge/stores/jobs.ts'
import { Hidden } from '../../../ui/hidden.tsx'
import { Status } from '../../../ui/status.tsx'
import { useWords } from '../../../ui/text.ts'
import { useGallery } from '../use-gallery.ts'
import { ImportLine } from './import-line.tsx'
import { JobLine } from './job-line.tsx'
import styles from './transfer.module.css'

export function JobStrip() {
  const { text } = useWords()
  const { jobs } = useHost()
  const { imports } = useGallery()
  const state = useStore(jobs)
  const isImporting = useStore(imports, ({ run }) => run !== null)
  useEffect(() => void jobs.getState().load(), [jobs])
  const items = shownJobs(state)
  if (items.length === 0 && !isImporting) return null
  return (
    <section className={styles.strip} aria-label={text('gallery.jobs')}>
      {isImporting && <ImportLine />}
      {items.map((job) => (
        <JobLine key={job.id} job={job} onDismiss={() => state.dismiss(job.id)} />
      ))}
      {/* Only the end is said aloud, not every step. */}
      <Hidden>
        <Status>{items.find((job) => job.state !== 'running')?.message}</Status>
      </Hidden>
    </section>
  )
}
