/** Version, data folder, key storage, updates, and the support report. */
import { useState } from 'react'
import { useHost, useHostState } from '../../bridge/host.tsx'
import { useCall } from '../../bridge/use-call.ts'
import { useSaveFile } from '../../bridge/use-save-file.ts'
import { Button } from '../../ui/button.tsx'
import { useCopyText } from '../../ui/clipboard.ts'
import { Fact, FactList } from '../../ui/fact-list.tsx'
import parts from '../../ui/parts.module.css'
import { Problem } from '../../ui/problem.tsx'
import { Status } from '../../ui/status.tsx'
import { useWords } from '../../ui/text.ts'
import { ProgramUpdates } from './program-updates.tsx'
import styles from './settings.module.css'

export function AboutSection() {
  const { text } = useWords()
  const info = useHostState('status', (state) => state.info)
  return (
    <div className={parts.sections}>
      <FactList>
        <Fact name={text('about.version')}>{info?.version ?? '–'}</Fact>
        <Fact name={text('about.host')}>{info === null ? '–' : text(`about.host.${info.host}`)}</Fact>
        <Fact name={text('about.dataDir')}>{info?.dataDir ?? '–'}</Fact>
        {info?.safeMode && <Fact name={text('about.mode')}>{text('about.mode.safe')}</Fact>}
        <Fact name={text('about.keys')}>
          {info === null ? '–' : text(`about.keys.${info.secretProtection}`)}
        </Fact>
        {info?.licensesFile !== undefined && <Fact name={text('about.licenses')}>{info.licensesFile}</Fact>}
      </FactList>
      {info?.host === 'desktop' && <ProgramUpdates />}
      {info?.canChooseKeyStorage && <KeyStorage />}
      <SupportReport />
    </div>
  )
}

/** Chooses where keys are saved, on a computer without a keychain. */
function KeyStorage() {
  const { text } = useWords()
  const { bridge, status } = useHost()
  const { run, busy, error } = useCall()
  async function choose(): Promise<void> {
    if ((await run(bridge.call('app.chooseKeyStorage', {}))) !== null) await status.load()
  }
  return (
    <div className={parts.sections}>
      <p className={parts.quiet}>{text('keyStorage.text')}</p>
      <div className={parts.wrap}>
        <Button isPending={busy} onPress={() => void choose()}>
          {text('keyStorage.choose')}
        </Button>
      </div>
      <Problem words={error?.message} />
    </div>
  )
}

const REPORT_NAME = 'Atelier support report.txt'

/** Shown in full before it can be copied or saved. */
function SupportReport() {
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
    <div className={parts.sections}>
      <p className={parts.quiet}>{text('support.text')}</p>
      <div className={parts.wrap}>
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
      <Status>{copied && report !== null && text('support.copied')}</Status>
      {report !== null && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be within reach of the keyboard
        <section className={styles.report} tabIndex={0} aria-label={text('support.title')}>
          <pre>{report}</pre>
        </section>
      )}
      <Problem words={error?.message ?? file.problem} />
    </div>
  )
}
