/** An open sequence: the player over the strip, and beside them the form of the open shot. */
import { Clapperboard, X } from '#renderer/icons.tsx'
import { useEffect, useState } from 'react'
import { createStore } from 'zustand/vanilla'
import { useStore } from 'zustand'
import { useHost } from '../../bridge/host.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { useDialog } from '../../ui/dialog.tsx'
import parts from '../../ui/parts.module.css'
import { Problem } from '../../ui/problem.tsx'
import { refocus } from '../../ui/refocus.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { Broken, StateMessage } from '../../ui/state-message.tsx'
import { Status } from '../../ui/status.tsx'
import { useFormatter } from '../../ui/text.ts'
import { useDelayed, useLatestCallback } from '../../ui/use-delayed.ts'
import { useKeys } from '../../ui/use-keys.ts'
import { Header } from './header.tsx'
import { Playback } from './playback.ts'
import { PlanDialog, withStill } from './plan-dialog.tsx'
import { Player } from './player.tsx'
import {
  type OpenSequence as Open,
  OpenSequenceProvider,
  type SequenceUses,
  useChosenShot,
  useOpenSequence,
  useSession,
} from './sequence-context.ts'
import { SequenceSession } from './session.ts'
import { SettingsPanel } from './settings-panel.tsx'
import { ShotPanel } from './shot-panel.tsx'
import { SoundPanel } from './sound-panel.tsx'
import { Strip } from './strip.tsx'
import styles from './sequence.module.css'
import { useClips } from './use-clips.ts'
import { useSequenceActions } from './use-sequence-actions.tsx'
import { useShotEdits } from './use-shot-edits.ts'

interface OpenSequenceProps {
  readonly id: string
  readonly uses: SequenceUses
  onClose(): void
}

export function OpenSequenceView({ id, uses, onClose }: OpenSequenceProps) {
  const { text } = useFormatter()
  const { bridge } = useHost()
  const dialog = useDialog()
  const [session] = useState(() => new SequenceSession(bridge, id))
  const [playback] = useState(() => new Playback())
  const [chosen] = useState(() => createStore<string | null>()(() => null))
  const state = useStore(session.store)
  const { phase, error } = state
  const clips = useClips(state)
  useEffect(() => {
    session.begin()
    const save = (): void => void session.flush()
    window.addEventListener('pagehide', save)
    return () => {
      window.removeEventListener('pagehide', save)
      session.end()
    }
  }, [session])
  const onGenerate = useLatestCallback<Parameters<Open['onGenerate']>, void>((shotIds, onCancel) => {
    const asked = shotIds?.flatMap((shotId) => withStill(session.store.getState().value, shotId))
    // What is saved is what is planned and sent.
    void session.flush().then((isSaved) => {
      if (!isSaved) return onCancel?.()
      return dialog((close) => (
        <PlanDialog
          open={open}
          shotIds={asked}
          onClose={(isSent) => {
            close()
            if (!isSent) onCancel?.()
            void session.askPlan()
          }}
        />
      ))
    })
  })
  const open: Open = { uses, session, playback, clips, chosen, onGenerate }
  const isLate = useDelayed(phase === 'loading')
  if (phase === 'failed')
    return (
      <Broken
        title={text('sequence.broken')}
        action={<Button onPress={onClose}>{text('sequence.list')}</Button>}
      >
        {error?.message}
      </Broken>
    )
  if (phase === 'loading') return <div aria-busy={isLate} />
  return (
    <OpenSequenceProvider value={open}>
      <Frame onClose={onClose} />
    </OpenSequenceProvider>
  )
}

function Frame({ onClose }: { onClose(): void }) {
  const { uses, clips } = useOpenSequence()
  useSequenceKeys()
  return (
    <div className={styles.view}>
      <Header onClose={onClose} />
      <Notes />
      {clips.parts.length === 0 ? (
        <Nothing />
      ) : (
        <div className={styles.body}>
          <div className={styles.main}>
            <Player />
            <Strip />
          </div>
          <Side />
        </div>
      )}
      {uses.renderJobs()}
    </div>
  )
}

/** Why something is not saved, not planned, or not as it was left. */
function Notes() {
  const { text } = useFormatter()
  const { session } = useOpenSequence()
  const problem = useSession((state) => state.problem)
  const planProblem = useSession((state) => state.planProblem)
  const isReplaced = useSession((state) => state.isReplaced)
  return (
    <div className={styles.notes}>
      {problem !== null && (
        <div className={parts.wrap}>
          <Problem message={text('sequence.unsaved', { reason: problem.message })} />
          <Button onPress={() => void session.flush()}>{text('action.retry')}</Button>
        </div>
      )}
      <Problem message={planProblem?.message} />
      <Status>
        {isReplaced && (
          <div className={parts.wrap}>
            <span className={parts.warning}>{text('sequence.replaced')}</span>
            <IconButton icon={X} label={text('action.dismiss')} onPress={() => session.dismissReplaced()} />
          </div>
        )}
      </Status>
    </div>
  )
}

function Nothing() {
  const { text } = useFormatter()
  const edits = useShotEdits()
  const { paste } = useSequenceActions()
  useEffect(() => {
    refocus('[data-paste]')
    // What was pressed here is gone.
    return () => refocus('[data-strip]')
  }, [])
  return (
    <StateMessage
      icon={Clapperboard}
      title={text('sequence.empty')}
      action={
        <div className={parts.wrap}>
          <Button kind="main" onPress={paste} data-paste>
            {text('sequence.paste')}
          </Button>
          <Button onPress={() => void edits.add()}>{text('sequence.shot.add')}</Button>
        </div>
      }
    >
      {text('sequence.empty.text')}
    </StateMessage>
  )
}

const TABS = ['shot', 'sound', 'settings'] as const
type Tab = (typeof TABS)[number]

function Side() {
  const { text } = useFormatter()
  const [tab, setTab] = useState<Tab>('shot')
  const shot = useChosenShot()
  return (
    <aside className={styles.side} aria-label={text('sequence.side')}>
      <Segmented<Tab>
        label={text('sequence.side')}
        value={tab}
        onChange={(next) => setTab(next)}
        options={TABS.map((value) => ({ value, label: text(`sequence.side.${value}`) }))}
      />
      {tab === 'shot' && shot !== undefined && <ShotPanel key={shot.id} shot={shot} />}
      {tab === 'sound' && <SoundPanel />}
      {tab === 'settings' && <SettingsPanel />}
    </aside>
  )
}

/** The strip has the arrows of its own; letters mean the same there as everywhere. */
const TYPED =
  'input:not([type="range"]), textarea, [contenteditable], [role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]:not([data-strip])'
const STRIP = '[data-strip], [role="radiogroup"], [role="toolbar"]'

function useSequenceKeys(): void {
  const { session, playback } = useOpenSequence()
  const edits = useShotEdits()
  const shot = useChosenShot()
  const remove = (): boolean => {
    if (shot === undefined) return false
    edits.remove(shot.id)
    return true
  }
  useKeys(
    {
      j: () => playback.shuttle(-1),
      k: () => playback.pause(),
      l: () => playback.shuttle(1),
      i: () => edits.cut('in'),
      o: () => edits.cut('out'),
      b: () => edits.split(),
      delete: remove,
      backspace: remove,
      'ctrl+z': () => session.undo(),
      'ctrl+shift+z': () => session.redo(),
      'ctrl+y': () => session.redo(),
    },
    TYPED,
  )
  useKeys(
    {
      arrowleft: () => playback.step(-1),
      arrowright: () => playback.step(1),
      home: () => playback.seek(0),
      end: () => playback.seek(playback.store.getState().lengthMs),
      ' ': () => playback.toggle(),
    },
    `${TYPED}, ${STRIP}, button, a`,
  )
}
