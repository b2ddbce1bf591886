/** The calls about profiles, and the test of a connection: it never sends a generate request. */
import type { Context } from '../context/context.ts'
import type { Say } from '../messages/render.ts'
import { fail, type Result, succeed } from '#contract/errors.ts'
import { message, type Message } from '#contract/messages/message.ts'
import type { Connection, ConnectionState, Profile, ProfileTest } from '#contract/profiles.ts'
import type { ParsedInput } from '#contract/routes.ts'
import { OPEN_STATES, type TaskState } from '#contract/rules/task-states.ts'
import type { Clock } from '../ports/clock.ts'
import type { HandlersFor } from '../calls/handlers.ts'
import { saidOf } from '../messages/said-of.ts'
import { parseBaseUrl } from '../service/base-url.ts'
import { createSend } from '../service/client.ts'
import { findServices, apiOf, listServices, usualAddresses } from '../service/registry.ts'
import type { Verdict } from '../service/service-api.ts'
import { createKeyedLock } from '../store/keyed-lock.ts'
import type { Profiles } from './open-profiles.ts'
import { noSuchProfile } from './profiles.ts'
import { shownTest } from './shown-test.ts'

export interface ProfileRouteDeps extends Pick<Context, 'clock' | 'say'> {
  readonly profiles: Profiles
  readonly connection: (profileId: string) => Omit<ConnectionState, 'profileId'>
  readonly report: (profileId: string, connection: Connection, message: Message) => void
  /** Why the profile's queue waits for another key; null where it does not. */
  readonly keyHold: (profileId: string) => Message | null
  readonly countTasks: (profileId: string, states: readonly TaskState[]) => number
  readonly testStorage: (profileId: string) => Promise<Result<ProfileTest>>
}

export function createProfileHandlers(deps: ProfileRouteDeps): HandlersFor<'profiles'> {
  const { profiles } = deps
  // A keychain may take long: what is changed meanwhile must neither be lost nor meet a key that was meant for another address.
  const { hold } = createKeyedLock()
  return {
    'profiles.list': () => succeed(profiles.list()),
    'profiles.create': (input) => profiles.create(input),
    'profiles.update': (input) => hold(input.id, () => updateProfile(deps, input)),
    'profiles.setKey': ({ id, apiKey }) => hold(id, () => profiles.setKey(id, apiKey)),
    'profiles.activate': ({ id }) => profiles.activate(id),
    'profiles.remove': ({ id }) => hold(id, () => removeProfile(deps, id)),
    'profiles.test': ({ id }) => testProfile(deps, id),
    'profiles.setStorage': ({ id, storage, ...keys }) =>
      hold(id, () => profiles.setStorage(id, storage, keys)),
    'profiles.testStorage': ({ id }) => deps.testStorage(id),
    'profiles.connection': ({ id }) => succeed({ profileId: id, ...deps.connection(id) }),
  }
}

async function updateProfile(
  deps: ProfileRouteDeps,
  input: ParsedInput<'profiles.update'>,
): Promise<Result<Profile>> {
  const needed = (await movesAway(deps.profiles, input))
    ? whyNeeded(deps, input.id, 'profiles.openAtOldAddress')
    : null
  return needed ? fail('conflict', needed, { field: 'baseUrl' }) : deps.profiles.update(input)
}

async function removeProfile(deps: ProfileRouteDeps, id: string): Promise<Result<Record<string, never>>> {
  const needed = whyNeeded(deps, id, 'profiles.openTasks')
  return needed ? fail('conflict', needed) : deps.profiles.remove(id)
}

/** May have been paid for: without their service nothing more can be had of them. */
const UNDECIDED: readonly TaskState[] = ['unsaved', 'unknown']

/** Which tasks need the service of a profile; null where none does. */
function whyNeeded(
  { countTasks }: Pick<ProfileRouteDeps, 'countTasks'>,
  id: string,
  whyOpen: 'profiles.openTasks' | 'profiles.openAtOldAddress',
): Message | null {
  const open = countTasks(id, OPEN_STATES)
  if (open > 0) return message(whyOpen, { count: open })
  const undecided = countTasks(id, UNDECIDED)
  return undecided > 0 ? message('profiles.needsYou', { count: undecided }) : null
}

/** Whether an update points the profile at another service, which knows nothing of the tasks of this one. */
async function movesAway(
  profiles: Profiles,
  { id, baseUrl }: ParsedInput<'profiles.update'>,
): Promise<boolean> {
  const before = profiles.get(id)
  if (before === null || baseUrl === undefined) return false
  const after = parseBaseUrl(baseUrl, apiOf(before.kind))
  if (!after.ok || after.data === before.baseUrl) return false
  return !(await profiles.putsBack(id, after.data))
}

export function createServiceHandlers(clock: Clock, say: Say): HandlersFor<'services'> {
  return {
    'services.list': () => succeed({ items: listServices(say) }),
    'services.find': async () => succeed({ items: await findServices(usualAddresses(), clock.now(), say) }),
  }
}

async function testProfile(
  { profiles, clock, say, report, keyHold }: ProfileRouteDeps,
  id: string,
): Promise<Result<ProfileTest>> {
  if (!profiles.get(id)) return noSuchProfile()
  await profiles.untilStarted(id, clock)
  const address = await profiles.address(id)
  if (!address.ok) {
    const said = saidOf(address.error)
    report(id, address.error.code === 'unauthorized' ? 'key_missing' : 'offline', said)
    return succeed(shownTest({ reachable: false, authorized: null, message: said }, 0, say))
  }
  const startedAt = clock.monotonicMs()
  const { api, baseUrl } = address.data
  const verdict = await api.test(createSend(address.data, clock.now()), { baseUrl })
  // A service may take a key for reading and refuse it for generating: what stopped the queue is what counts.
  const stopped = verdict.reachable ? keyHold(id) : null
  report(id, stopped === null ? connectionOf(verdict) : 'key_refused', stopped ?? verdict.message)
  return succeed(shownTest(verdict, clock.monotonicMs() - startedAt, say))
}

function connectionOf({ reachable, authorized }: Verdict): Connection {
  if (!reachable) return 'offline'
  return authorized === false ? 'key_refused' : 'reachable'
}
