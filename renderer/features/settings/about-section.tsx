/** Which Atelier this is, and where it keeps its data. */
import { useHostState } from '../../bridge/host.tsx'
import { useWords } from '../../ui/text.ts'
import styles from './section.module.css'

export function AboutSection() {
  const { text } = useWords()
  const info = useHostState(
    (host) => host.status,
    (state) => state.info,
  )
  const facts = [
    [text('about.version'), info?.version],
    [text('about.host'), info === null ? undefined : text(`about.host.${info.host}`)],
    [text('about.dataDir'), info?.dataDir],
    [text('about.keys'), info === null ? undefined : text(`about.keys.${info.secretProtection}`)],
  ] as const
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value ?? '–'}</dd>
        </div>
      ))}
    </dl>
  )
}
