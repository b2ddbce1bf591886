/** The support report: shown in full before it can be copied or saved. */
import { useState } from 'react'
import { useHost } from '../../bridge/host.tsx'
import { useSaveFile } from '../../bridge/use-save-file.ts'
import { Button } from '../../ui/button.tsx'
import { useCopyText } from '../../ui/clipboard.ts'
import { Problem } from '../../ui/problem.tsx'
import { Status } from '../../ui/status.tsx'
import { useWords } from '../../ui/text.ts'
import styles from './section.module.css'
import { useCall } from './use-call.ts'

const REPORT_NAME = 'Atelier support report.txt'

export function SupportReport() {
  const { text } = useWords()
  const { bridge } = useHost()
  const [report, setReport] = useState<string | null>(null)
  const [copied, setCopied] = useState(false)
  const { run, busy, error } = useCall()
  const file = useSaveFile()
  const copyText = useCopyText()

  async function show(): Promise<void> {
    setCopied(false)
    const response = await run(bridge.call('app.supportBundle', {}))
    if (response !== null) setReport(response.text)
  }
  async function copy(shown: string): Promise<void> {
    setCopied(await copyText(shown))
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
            <Button onPress={() => void file.save(REPORT_NAME, new Blob([report]))}>
              {text('support.save')}
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
      <Problem words={error?.message} />
      <Problem words={file.problem} />
    </div>
  )
}
