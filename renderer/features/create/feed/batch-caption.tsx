/** One thin line over the results of a press: what it asked for, and what can be done with it as a whole. */
import { ChevronRight, Ellipsis } from '#renderer/icons.tsx'
import { memo, type MouseEvent } from 'react'
import { Button, MenuTrigger } from 'react-aria-components'
import { useIsFree, useModelLabel } from '../../../bridge/host.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { useCopyText } from '#renderer/ui/copy-button.tsx'
import { IconButton } from '../../../ui/button.tsx'
import { MenuPopover, useContextMenu } from '../../../ui/menu.tsx'
import { TaskStateLabel } from '../../../ui/task-state.tsx'
import { useFormatter } from '../../../ui/text.ts'
import { useCreate } from '../create-context.ts'
import { useVary } from '../reuse/use-vary.ts'
import { VARIATIONS } from '../../../ui/vary-button.tsx'
import parts from '../../../ui/parts.module.css'
import styles from './feed.module.css'
import { batchProgress, type Batch } from './batches.ts'
import { StopButton } from './stop-button.tsx'
import u from '#renderer/ui/utilities.module.css'

export interface BatchCaptionProps {
  readonly batch: Batch
  readonly isFolded?: boolean
  /** Nothing below it says how far the press is. */
  readonly isAlone?: boolean
}

export const BatchCaption = memo(function BatchCaption(props: BatchCaptionProps) {
  const { batch, isFolded = false, isAlone = false } = props
  const { text } = useFormatter()
  const { folded } = useCreate()
  const { menu, open } = useContextMenu<string>()
  const { tasks } = batch
  const title = titleOf(batch) ?? text('task.noPrompt')
  const { prompt = title } = batch.first.request
  const items = useBatchMenu(batch)
  const choices = {
    label: text('feed.press.actions', { title }),
    items,
    onChoose: (id: string) => items.find((item) => item.id === id)?.run(),
  }
  return (
    <header
      className={classNames(u.row, u.gap10, u.tall, u.narrows, styles.caption)}
      onContextMenu={(event: MouseEvent) => {
        // What happens in a menu over it arrives here as well.
        if (event.currentTarget.contains(event.target as Node)) open(event, choices)
      }}
    >
      <h2
        className={classNames(u.narrows, u.sizeControl, u.medium, styles.title)}
        title={useTooltip(batch, prompt)}
      >
        {tasks.length > 1 ? (
          <Button
            className={classNames(parts.bare, u.row, u.gap2, styles.fold)}
            aria-expanded={!isFolded}
            onPress={() => {
              const others = new Set(folded.getState())
              folded.setState(others.delete(batch.id) ? others : others.add(batch.id), true)
            }}
          >
            <ChevronRight size={14} aria-hidden className={classNames(!isFolded && styles.open)} />
            <span className={parts.line}>{title}</span>
          </Button>
        ) : (
          <span className={classNames(parts.line, parts.selectable)}>{title}</span>
        )}
      </h2>
      {isAlone && <Facts batch={batch} />}
      <MenuTrigger>
        <IconButton icon={Ellipsis} label={choices.label} className={styles.more} />
        <MenuPopover {...choices} />
      </MenuTrigger>
      <StopButton tasks={tasks} title={title} />
      {menu}
    </header>
  )
})

/** The name of the batch, or else what was written for it. */
function titleOf({ first: { request, batchName } }: Batch): string | undefined {
  return batchName ?? request.provenance?.template ?? request.prompt
}

/** The whole prompt, and what asked for it and when. */
function useTooltip({ tasks, first }: Batch, prompt: string): string {
  const { text, dateTime, names } = useFormatter()
  const labelOf = useModelLabel()
  const models = Array.from(new Set(tasks.map(({ request }) => labelOf(request.model, request.provider))))
  const named = models.length > 3 ? text('batch.models.count', { count: models.length }) : names(models)
  return [prompt, named, dateTime(first.createdAt)].join('\n')
}

function Facts({ batch: { tasks, first } }: { readonly batch: Batch }) {
  const { text } = useFormatter()
  const progress = batchProgress(tasks)
  const isFree = useIsFree(first.profileId)
  const isOneState = tasks.every((task) => task.state === first.state)
  return (
    <p className={classNames(parts.quiet, parts.digits, parts.line, styles.facts)}>
      {isOneState ? (
        first.state !== 'saved' && <TaskStateLabel state={first.state} isFree={isFree} />
      ) : (
        <span>{text('feed.done', { ...progress })}</span>
      )}
    </p>
  )
}

function useBatchMenu({ tasks, first: { id, profileId, request } }: Batch) {
  const { text } = useFormatter()
  const { reuse, onOpenTask, onSequence } = useCreate()
  const sendVariations = useVary()
  const copyText = useCopyText()
  const { remix, vary } = reuse.getState()
  const { prompt } = request
  const made = request.mediaType === 'music' ? [] : tasks.flatMap(({ assetIds }) => assetIds)
  const copy = { id: 'copy', label: text('action.copyPrompt'), run: () => void copyText(prompt ?? '') }
  return [
    { id: 'remix', label: text('viewer.remix'), run: () => void remix({ request }) },
    {
      id: 'vary',
      label: text('reuse.vary.send', { requests: VARIATIONS }),
      run: () => void sendVariations({ request }),
    },
    { id: 'adjust', label: text('reuse.vary.adjust'), run: () => void vary({ request }) },
    ...(prompt === undefined ? [] : [copy]),
    ...(made.length === 0
      ? []
      : [{ id: 'sequence', label: text('create.sequence'), run: () => onSequence(made) }]),
    // The host has not heard yet of what was just pressed.
    ...(profileId === ''
      ? []
      : [{ id: 'details', label: text('task.action.details'), run: () => onOpenTask(id) }]),
  ]
}
