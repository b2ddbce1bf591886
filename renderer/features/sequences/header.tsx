/** The head of an open sequence: its name, undo, what can be done with it, and the button that says what it will send. */
import { ChevronLeft, Ellipsis, Redo2, StopSign, Undo2 } from '#renderer/icons.tsx'
import { MenuTrigger } from 'react-aria-components'
import { isUnderWay } from '#contract/rules/shot-states.ts'
import { useHost } from '../../bridge/host.tsx'
import { useCall } from '../../bridge/use-call.ts'
import { useStopEffect } from '../../bridge/use-stop-effect.ts'
import { priceText } from '../../ui/amount-fields.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { useConfirm } from '../../ui/dialog.tsx'
import { MenuPopover } from '../../ui/menu.tsx'
import parts from '../../ui/parts.module.css'
import { Problem } from '../../ui/problem.tsx'
import { canStop } from '../../ui/task-state.tsx'
import { useFormatter } from '../../ui/text.ts'
import u from '../../ui/utilities.module.css'
import { ExportMenu } from './export-menu.tsx'
import { useOpenSequence, useSession } from './sequence-context.ts'
import styles from './sequence.module.css'
import { useSequenceActions } from './use-sequence-actions.tsx'

export function Header({ onClose }: { onClose(): void }) {
  const { text } = useFormatter()
  const { session } = useOpenSequence()
  const name = useSession(({ value }) => value.name)
  const canUndo = useSession((state) => state.canUndo)
  const canRedo = useSession((state) => state.canRedo)
  const { items } = useSequenceActions()
  const isEmpty = useSession(({ value }) => value.shots.length === 0)
  return (
    <header className={classNames(u.row, u.wrap, u.gap8, styles.head)}>
      <IconButton icon={ChevronLeft} label={text('sequence.list')} onPress={onClose} />
      <h1 className={classNames(parts.line, styles.title)}>{name}</h1>
      <IconButton
        icon={Undo2}
        label={text('action.undo')}
        shortcut="Ctrl Z"
        isDisabled={!canUndo}
        onPress={() => session.undo()}
      />
      <IconButton
        icon={Redo2}
        label={text('sequence.redo')}
        shortcut="Ctrl Shift Z"
        isDisabled={!canRedo}
        onPress={() => session.redo()}
      />
      <MenuTrigger>
        <IconButton icon={Ellipsis} label={text('sequence.more')} />
        <MenuPopover
          label={text('sequence.more')}
          items={items}
          onChoose={(id) => items.find((item) => item.id === id)?.run()}
        />
      </MenuTrigger>
      <span className={parts.grow} />
      {!isEmpty && (
        <>
          <ExportMenu />
          <StopButton />
          <GenerateButton />
        </>
      )}
    </header>
  )
}

/** Says what it will do, and asks first. */
function GenerateButton() {
  const formatter = useFormatter()
  const { onGenerate } = useOpenSequence()
  const plan = useSession((state) => state.plan)
  const count = plan?.shots.filter(({ sends }) => sends).length ?? 0
  if (plan === null) return null
  return (
    <Button kind={count === 0 ? 'plain' : 'main'} onPress={() => onGenerate()}>
      {count === 0
        ? formatter.text('sequence.plan.show')
        : formatter.text('sequence.generate.price', { count, price: priceText(plan, formatter) })}
    </Button>
  )
}

/** Ends what is on its way and what waits. What stopping means for the cost of what was sent is said first; what only waits costs nothing. */
function StopButton() {
  const { text } = useFormatter()
  const { bridge } = useHost()
  const { session } = useOpenSequence()
  const plan = useSession((state) => state.plan)
  const confirm = useConfirm()
  const stopEffect = useStopEffect()
  const { error, run } = useCall()
  const open = plan?.shots.filter(isUnderWay) ?? []
  if (open.length === 0) return null
  async function ask(): Promise<void> {
    const ids = open.flatMap(({ taskId }) => taskId ?? [])
    const found = await Promise.all(ids.map((id) => bridge.call('tasks.get', { id })))
    const tasks = found.flatMap((response) => (response.ok ? [response.data] : [])).filter(canStop)
    if (tasks.length === 0) return stop([])
    confirm({
      title: text('sequence.stop.title'),
      text: text('task.stop.text', stopEffect(tasks)),
      confirm: text('sequence.stop'),
      refuse: text('sequence.stop.keep'),
      onConfirm: () => void stop(tasks.map(({ id }) => id)),
    })
  }
  /** What waits goes first: it would be sent in the place of what is stopped. */
  async function stop(ids: readonly string[]): Promise<void> {
    await run(bridge.call('sequences.stop', { id: session.id }))
    for (const id of ids) await run(bridge.call('tasks.stop', { id }))
    void session.askPlan()
  }
  return (
    <>
      <Button kind="quiet" icon={StopSign} onPress={() => void ask()}>
        {text('sequence.stop')}
      </Button>
      <Problem message={error?.message} />
    </>
  )
}
