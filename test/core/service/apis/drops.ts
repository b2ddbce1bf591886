/**
 * Breaks the responses to submissions off, one byte count after the other, and counts what became of each press.
 *
 * @slow Breaks the response to a submission off at every seventh byte instead of every sixty-first.
 */
import type { ServiceKind } from '#contract/services.ts'
import type { TaskDetail } from '#contract/tasks.ts'
import { apiOf } from '#core/service/registry.ts'
import { scaled } from '#test/stand-ins/scale.ts'
import type { TestApp } from '#test/stand-ins/test-app.ts'

/** Enough for the longest head and body of a fake's response. */
const MAX_BYTES = 20_000

/** From one byte to the next. ATELIER_STRIDE=1 takes each. */
const STRIDE = Number(process.env['ATELIER_STRIDE'] ?? scaled(61, 7))

interface DropTarget {
  readonly app: TestApp
  readonly service: {
    readonly kind: ServiceKind
    submissions(): number
    charged(): number
    cutSubmissionsAfter(bytes: number): void
  }
}

interface DropFigures {
  /** Submissions whose response was cut. */
  readonly requests: number
  /** Submissions beyond one per press. */
  readonly duplicates: number
  /** Presses that were charged and are neither followed, saved nor said to be unknown. */
  readonly losses: number
}

/** `submit` makes a request of the first scene, and answers its task's id. */
export async function dropEverywhere(
  { app, service }: DropTarget,
  submit: (prompt: string) => Promise<string>,
): Promise<DropFigures> {
  const isLookedUp = apiOf(service.kind).capabilities.lookUp !== 'none'
  let requests = 0
  let losses = 0
  for (let bytes = 0; bytes < MAX_BYTES; bytes += STRIDE) {
    const before = service.submissions()
    const charged = service.charged()
    service.cutSubmissionsAfter(bytes)
    const id = await submit(`fox ${bytes}`)
    const task = await afterwards(app, id, isLookedUp)
    requests += service.submissions() - before
    if (!KNOWN.has(task.state)) losses += 1
    const isLinked = task.history.some(({ kind }) => kind === 'found')
    const isWhole = task.state !== 'unknown' && !isLinked
    // Where the service can tell, the outcome is not left open.
    if (isLookedUp && task.state === 'unknown' && service.charged() > charged) losses += 1
    // Found: what follows is the main path.
    if (isLinked) await app.call('tasks.stop', { id })
    if (isWhole) return { requests, duplicates: requests - (bytes / STRIDE + 1), losses }
  }
  throw new Error('The response never ended.')
}

const KNOWN: ReadonlySet<TaskDetail['state']> = new Set(['running', 'saving', 'saved', 'unsaved', 'unknown'])

/** The task once its submission is over, and looked up where that is possible. */
async function afterwards(app: TestApp, id: string, isLookedUp: boolean): Promise<TaskDetail> {
  const over = ['running', 'saving', 'saved', 'unknown', 'rejected', 'failed', 'unsaved'] as const
  const task = await app.untilTask(id, ...over)
  if (task.state !== 'unknown' || !isLookedUp) return task
  const isTold = async () => {
    const { history } = await app.task(id)
    return history.some(({ kind }) => kind === 'looked_up' || kind === 'found')
  }
  await app.until(isTold, { what: 'the service to be asked' })
  return app.task(id)
}
