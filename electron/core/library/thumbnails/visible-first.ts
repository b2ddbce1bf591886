/** Limits how many tasks run at once: visible ones first and of those the latest, because it is on screen; then the rest. */
import pLimit from 'p-limit'

/** `visible`: somebody waits for it. `ahead`: made ahead of time. */
export type Priority = 'visible' | 'ahead'

export interface VisibleFirst {
  run<T>(task: () => Promise<T>, priority: Priority): Promise<T>
}

export function createVisibleFirst(concurrency: number): VisibleFirst {
  const limit = pLimit(concurrency)
  const visible: (() => Promise<void>)[] = []
  const ahead: (() => Promise<void>)[] = []
  return {
    run: (task, priority) =>
      new Promise((resolve, reject) => {
        const queue = priority === 'visible' ? visible : ahead
        queue.push(() => task().then(resolve, reject))
        // As many runs as tasks: each takes the best that waits when its time comes.
        void limit(() => (visible.pop() ?? ahead.shift())?.())
      }),
  }
}
