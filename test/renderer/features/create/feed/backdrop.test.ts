import { expect, it } from 'vitest'
import type { Task } from '#contract/tasks.ts'
import { backdropOf } from '#renderer/features/create/feed/tiles/waiting-tile.tsx'

function task(request: Partial<Task['request']>, assetIds: readonly string[] = []): Task {
  const whole = { provider: 'p', model: 'm', mediaType: 'image', scene: 'text-to-image', ...request }
  return { id: 't', request: whole, assetIds } as unknown as Task
}

it.each([
  [
    'its image input',
    { scene: 'image-to-video', inputs: [{ inputId: 'in1', option: 'image' }] },
    '/inputs/in1',
  ],
  ['the last result of its prompt', { prompt: 'a boat' }, '/media/a2/thumb'],
  ['nothing of another prompt', { prompt: 'a raft' }, null],
  [
    'nothing of a video input',
    { scene: 'video-to-video', inputs: [{ inputId: 'v', option: 'video' }] },
    null,
  ],
] as const)('shows %s', (_name, request, address) => {
  const tasks = [
    task({ prompt: 'a boat' }),
    task({ prompt: 'a boat' }, ['a2']),
    task({ prompt: 'a boat' }, ['a1']),
  ]
  expect(backdropOf(task(request as never), tasks)).toBe(address)
})
