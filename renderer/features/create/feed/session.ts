/** What was made and asked for lately, in batches: what has its place among the results, and what only waits. */
import { useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { batchIdOf } from '#contract/rules/task-states.ts'
import type { Task } from '#contract/tasks.ts'
import { useHostState } from '../../../bridge/host.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { useCreate, useForm } from '../create-context.ts'
import type { Pressed } from '../send.ts'
import { type Batch, createGrouping, isSame } from './batches.ts'
import { isPaused } from '../../../bridge/stores/queue.ts'

/** What was just asked for has a place at once; what waits for longer, or is one of many, stands in the line above. */
const GRACE_MS = 1_500
const MAX_AT_ONCE = 8

export function useSession(): { readonly batches: readonly Batch[]; readonly unsent: readonly Task[] } {
  const { feed } = useCreate()
  const tasks = useStore(feed, (state) => state.tasks)
  const pressed = usePressed(tasks)
  const [group] = useState(createGrouping)
  const isHeld = useHostState('queue', ({ queue }) => isPaused(queue))
  const queued = useMemo(() => tasks.filter(({ state }) => state === 'queued'), [tasks])
  const now = useNow(500, queued.length > 0)
  const hasPlace = !isHeld && queued.length + pressed.length <= MAX_AT_ONCE
  const waiting = hasPlace ? queued.filter(({ createdAt }) => createdAt < now - GRACE_MS) : queued
  const batches = useMemo(
    () => group(hasPlace ? [...pressed, ...tasks] : tasks),
    [group, hasPlace, pressed, tasks],
  )
  const [unsent, setUnsent] = useState(waiting)
  if (!isSame(unsent, waiting)) setUnsent(waiting)
  return { batches, unsent }
}

const NONE: readonly Task[] = []

/**
 * A press has its place before the host has answered: as the tasks it asks for, under the batch that the host makes of it.
 * Newest first. Empty once the press was answered, or its tasks are among those that the host has told.
 */
function usePressed(told: readonly Task[]): readonly Task[] {
  const pressed = useForm((form) => form.pressed)
  const tasks = useMemo(() => (pressed === null ? NONE : pressedTasks(pressed)), [pressed])
  return told.some(({ batchId }) => batchId === tasks[0]?.batchId) ? NONE : tasks
}

function pressedTasks({ pressId, at, requests, name }: Pressed): readonly Task[] {
  const tasks = requests.map((request, index): Task => {
    return {
      id: `${pressId}:${index}`,
      batchId: batchIdOf(pressId),
      ...(name === undefined ? {} : { batchName: name }),
      profileId: '',
      state: 'queued',
      request,
      createdAt: at,
      updatedAt: at,
      polls: 0,
      assetIds: [],
    }
  })
  return tasks.toReversed()
}
