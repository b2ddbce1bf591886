/** What a refusing disk holds up, told to the user once as a notice until nothing waits for it any more. */
import type { Failure } from '#contract/errors.ts'
import type { Notices } from '../../app/notices.ts'

const NOTICE_ID = 'disk'

export interface DiskHold {
  /** What the disk says, while it holds anything up. */
  readonly failure: Failure | null
  /** `neededBytes` is the room that the task lacks, as far as it is known. */
  hold(taskId: string, failure: Failure, neededBytes?: number): void
  release(taskId: string): void
  /** The room that a held task lacks; undefined for a task that is not held. */
  neededBytes(taskId: string): number | undefined
}

export function createDiskHold(notices: Pick<Notices, 'raise' | 'clear'>, onChange: () => void): DiskHold {
  const held = new Map<string, number>()
  let told: Failure | null = null
  const tell = (failure: Failure | null): void => {
    if (failure?.message === told?.message) return
    told = failure
    if (failure) notices.raise({ id: NOTICE_ID, code: failure.code, message: failure.message })
    else notices.clear(NOTICE_ID)
    onChange()
  }
  return {
    get failure() {
      return told
    },
    hold: (taskId, failure, neededBytes = 0) => {
      held.set(taskId, neededBytes)
      tell(failure)
    },
    release: (taskId) => {
      if (held.delete(taskId) && held.size === 0) tell(null)
    },
    neededBytes: (taskId) => held.get(taskId),
  }
}
