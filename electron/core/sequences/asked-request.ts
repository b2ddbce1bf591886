/**
 * What a shot asks for, and of whom: of its service; without one of the active service, unless what it asks for is made, on its way or
 * accepted at another. Whoever makes another service the active one has not asked for all of it anew.
 */
import type { Asset } from '#contract/library.ts'
import { message, type Message } from '#contract/messages/message.ts'
import type { GenerateRequest } from '#contract/tasks.ts'
import type { LastTask } from './last-tasks.ts'
import type { StoredShot } from './sequence-record.ts'
import { FIRST_FRAME, shotRequest, type ShotRequest, type ShotRequestDeps } from './shot-request.ts'

export interface AskedRequestDeps extends ShotRequestDeps {
  readonly activeProfile: () => string
  /** Of all services. */
  readonly profileIds: () => readonly string[]
  readonly madeBy: (requestHash: string) => Pick<Asset, 'id'> | null
  readonly lastTask: (requestHash: string) => LastTask | null
  /** Null where an input is gone. `sha256Of` tells the contents. */
  readonly requestHash: (
    profileId: string,
    request: GenerateRequest,
    sha256Of: (inputId: string) => string | null,
  ) => string | null
  readonly sha256Of: (inputId: string) => string | null
}

export interface AskedRequest extends ShotRequest {
  readonly requestHash: string
  /** Whatever its first frame will be. */
  readonly ownHash: string
}

/** What is known of a shot beside itself. */
interface Known {
  /** What the first frame is known by before it is an input; null where there is none. */
  readonly frame: string | null
  /** The own hash of what was accepted and waits for its first frame. */
  readonly acceptedHash: string | undefined
  /** It was asked for before. */
  readonly hasBegun: boolean
}

type Asked = AskedRequest | { readonly refused: Message }

export function askedRequest(
  deps: AskedRequestDeps,
  sequenceId: string,
  shot: StoredShot,
  { frame, acceptedHash, hasBegun }: Known,
): Asked {
  const at = (profileId: string): Asked => askedAt(deps, sequenceId, { ...shot, profileId }, frame)
  const isKnown = (asked: Asked): boolean =>
    !('refused' in asked) &&
    (asked.ownHash === acceptedHash ||
      deps.lastTask(asked.requestHash)?.isOpen === true ||
      deps.madeBy(asked.requestHash) !== null)
  if (shot.profileId !== undefined) return at(shot.profileId)
  const active = deps.activeProfile()
  const asked = at(active)
  if (!hasBegun || isKnown(asked)) return asked
  for (const profileId of deps.profileIds()) {
    const elsewhere = profileId === active ? null : at(profileId)
    if (elsewhere && isKnown(elsewhere)) return elsewhere
  }
  return asked
}

function askedAt(
  deps: AskedRequestDeps,
  sequenceId: string,
  shot: StoredShot & { readonly profileId: string },
  frame: string | null,
): Asked {
  const built = shotRequest(deps, sequenceId, shot, frame !== null)
  if ('refused' in built) return built
  const hashWith = (standIn: string) =>
    deps.requestHash(built.profileId, built.request, (id) =>
      id === FIRST_FRAME ? standIn : deps.sha256Of(id),
    )
  const requestHash = hashWith(frame ?? '')
  const ownHash = hashWith('first frame')
  return requestHash === null || ownHash === null
    ? { refused: message('sequences.plan.inputGone') }
    : { ...built, requestHash, ownHash }
}
