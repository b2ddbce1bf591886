/** Version, data folder, key storage, updates, and the support report. */
import { useState } from 'react'
import parts from '#renderer/ui/parts.module.css'
import { useHost, useHostState } from '#renderer/bridge/host.tsx'
import { useCall, useQuery } from '#renderer/bridge/use-call.ts'
import { useSaveFile } from '#renderer/bridge/use-save-file.ts'
import { Button } from '#renderer/ui/button.tsx'
import { useCopyText } from '#renderer/ui/copy-button.tsx'
import { Fact, FactList } from '#renderer/ui/fact-list.tsx'
import { Problem } from '#renderer/ui/problem.tsx'
import { Status } from '#renderer/ui/status.tsx'
import { useFormatter } from '#renderer/ui/text.ts'
import type { UpdateState } from '#contract/app.ts'
import { Switch } from '#renderer/ui/field.tsx'
import styles from './settings.module.css'
import { useSettings } from './use-settings.ts'
import { FilePath } from '../../ui/foreign-text.tsx'

export function AboutSection() {
  const { text } = useFormatter()
  const info = useHostState('status', (state) => state.info)
  return (
    <div className={parts.sections}>
      <FactList>
        <Fact name={text('about.version')}>{info?.version ?? '–'}</Fact>
        <Fact name={text('about.host')}>{info === null ? '–' : text(`about.host.${info.host}`)}</Fact>
        <Fact name={text('about.dataDir')}>
          <FilePath>{info?.dataDir ?? '–'}</FilePath>
        </Fact>
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
  const { text } = useFormatter()
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
      <Problem message={error?.message} />
    </div>
  )
}

const REPORT_NAME = 'Atelier support report.txt'

/** Shown in full before it can be copied or saved. */
function SupportReport() {
  const { text } = useFormatter()
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
      <Problem message={error?.message ?? file.problem} />
    </div>
  )
}

const CHOICES = ['automatic', 'prereleases'] as const

/** Updates of the program: the state, and a button to check, download or install. */
function ProgramUpdates() {
  const { text } = useFormatter()
  const { bridge } = useHost()
  const { values, change, error: problem } = useSettings('updates')
  const { data: update } = useQuery('app.updates', {}, ({ name }) => name === 'update.changed')
  const { run, busy, error } = useCall()
  if (update === null) return null
  const press = NEXT_CALL[update.state]
  return (
    <div className={parts.sections}>
      <Status>
        <p className={update.state === 'failed' ? parts.problem : parts.quiet}>{wordsOf(update, text)}</p>
      </Status>
      {press !== null && (
        <div className={parts.wrap}>
          <Button isPending={busy} onPress={() => void run(bridge.call(press, {}))}>
            {text(`updates.press.${press}`)}
          </Button>
        </div>
      )}
      {update.state !== 'off' &&
        values !== null &&
        CHOICES.map((name) => (
          <Switch
            key={name}
            label={text(`updates.${name}`)}
            isSelected={values[name]}
            onChange={(isOn) => change({ [name]: isOn })}
          />
        ))}
      <Problem message={(error ?? problem)?.message} />
    </div>
  )
}

/** What the button does in each state; null where there is none. */
const NEXT_CALL = {
  off: null,
  current: 'app.checkForUpdates',
  checking: null,
  available: 'app.downloadUpdate',
  downloading: null,
  ready: 'app.installUpdate',
  installing: null,
  failed: 'app.checkForUpdates',
} as const satisfies Record<UpdateState['state'], string | null>

function wordsOf(update: UpdateState, text: ReturnType<typeof useFormatter>['text']): string {
  switch (update.state) {
    case 'off':
      return text(`updates.off.${update.reason}`)
    case 'failed':
      return update.message.text
    case 'current':
      return text(update.checkedAt === null ? 'updates.unchecked' : 'updates.current')
    case 'checking':
      return text('updates.checking')
    case 'downloading':
      return text('updates.downloading', { version: update.version, fraction: update.fraction })
    default:
      return text(`updates.${update.state}`, { version: update.version })
  }
}
