/** Version, data folder, key storage, updates, and the support report. */
import { useHostState } from '../../bridge/host.tsx'
import { useWords } from '../../ui/text.ts'
import { KeyStorage } from './key-storage.tsx'
import { ProgramUpdates } from './program-updates.tsx'
import styles from './section.module.css'
import { SupportReport } from './support-report.tsx'

export function AboutSection() {
  const { text } = useWords()
  const info = useHostState('status', (state) => state.info)
  const facts = [
    [text('about.version'), info?.version],
    [text('about.host'), info === null ? undefined : text(`about.host.${info.host}`)],
    [text('about.dataDir'), info?.dataDir],
    ...(info?.safeMode ? ([[text('about.mode'), text('about.mode.safe')]] as const) : []),
    [text('about.keys'), info === null ? undefined : text(`about.keys.${info.secretProtection}`)],
    ...(info?.licensesFile === undefined ? [] : ([[text('about.licenses'), info.licensesFile]] as const)),
  ] as const
  return (
    <div className={styles.stack}>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value ?? '–'}</dd>
          </div>
        ))}
      </dl>
      {info?.host === 'desktop' && <ProgramUpdates />}
      {info?.canChooseKeyStorage && <KeyStorage />}
      <SupportReport />
    </div>
  )
}
