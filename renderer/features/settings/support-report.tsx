/** A report for the makers: shown in full first, and copied only then. */
import { useState } from 'react'
import { useHost } from '../../bridge/host.tsx'
import { Button } from '../../ui/button.tsx'
import { Status } from '../../ui/status.tsx'
import { useWords } from '../../ui/text.ts'
import styles from './section.module.css'
import { useCall } from './use-call.ts'

export function SupportReport() {
  const { text } = useWords()
  const { bridge } = useHost()
  const [report, setReport] = useState<string | null>(null)
  const [copied, setCopied] = useState(false)
  const { run, busy, error } = useCall()

  async function show(): Promise<void> {
    setCopied(false)
    const answer = await run(bridge.call('app.supportBundle', {}))
    if (answer !== null) setReport(answer.text)
  }
  async function copy(shown: string): Promise<void> {
    await navigator.clipboard.writeText(shown)
    setCopied(true)
  }

  return (
    <div className={styles.stack}>
      <p className={styles.quiet}>{text('support.text')}</p>
      <div className={styles.row}>
        <Button isPending={busy} onPress={() => void show()}>
          {text(report === null ? 'support.show' : 'support.showAgain')}
        </Button>
        {report !== null && (
          <>
            <Button kind="main" onPress={() => void copy(report)}>
              {text('support.copy')}
            </Button>
            <Button kind="quiet" onPress={() => setReport(null)}>
              {text('support.hide')}
            </Button>
          </>
        )}
      </div>
      <Status>{copied && report !== null && <p className={styles.good}>{text('support.copied')}</p>}</Status>
      {report !== null && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be within reach of the keyboard
        <section className={styles.report} tabIndex={0} aria-label={text('support.title')}>
          <pre>{report}</pre>
        </section>
      )}
      {error !== null && (
        <p role="alert" className={styles.problem}>
          {error.message}
        </p>
      )}
    </div>
  )
}
