/** A press has its place before the host has answered: as the tasks it asks for, under the batch that the host makes of it. */
import { useMemo } from 'react'
import { batchIdOf } from '#contract/rules/batch-id.ts'
import type { Task } from '#contract/tasks.ts'
import { useForm } from '../create-context.ts'
import type { Pressed } from '../send.ts'

const NONE: readonly Task[] = []

/** Newest first. Empty once the press was answered, or its tasks are among those that the host has told. */
export function usePressed(told: readonly Task[]): readonly Task[] {
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
