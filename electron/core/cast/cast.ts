/** The cast: its members with the files of their images, and what it makes of a request. */
import { statSync } from 'node:fs'
import type { CastImage, CastMember, ExpandedRequest } from '#contract/cast.ts'
import { fail, type Result, succeed } from '#contract/errors.ts'
import type { Message } from '#contract/messages/message.ts'
import { generateRequestSchema, type GenerateRequest } from '#contract/tasks.ts'
import { handlesIn } from '#contract/rules/handles.ts'
import { invalidInput } from '../calls/handlers.ts'
import type { Context } from '../context/context.ts'
import type { Inputs, InputRecord } from '../inputs/inputs.ts'
import { render } from '../messages/render.ts'
import { selectTexts } from '../store/reader.ts'
import { createCastFile } from './cast-file.ts'
import type { CastModel } from './cast-options.ts'
import type { StoredMember } from './cast-row.ts'
import { createCastStore, type NewMember } from './cast-store.ts'
import { type Expansion, expandRequest, type FoundMember } from './expand-request.ts'

interface CastDeps extends Pick<Context, 'db' | 'dataDir' | 'clock' | 'events' | 'log' | 'say'> {
  readonly inputs: Pick<Inputs, 'find' | 'path'>
  /** What is known of a model without asking its service. */
  readonly modelOf: (profileId: string, provider: string, model: string) => CastModel
  /** Asks the service of a profile for what it says of a model, where that is not known. Never fails. */
  readonly learn: (profileId: string, model: string) => Promise<unknown>
}

export type Cast = ReturnType<typeof createCast>

export function createCast(deps: CastDeps) {
  const { db, events, say } = deps
  const store = createCastStore(deps)
  const file = createCastFile(deps, store.list)
  const shown = ({ images, ...member }: StoredMember): CastMember => ({
    ...member,
    images: images.map((image): CastImage => ({ ...image, inputId: fileOf(deps, image.sha256)?.id ?? null })),
  })
  const list = (): readonly CastMember[] => store.list().map(shown)
  const changed = async (): Promise<void> => {
    events.emit('cast.changed', { items: list() })
    await file.written()
  }
  /** Part of the caller's transaction. */
  const noted = <Data>(done: Result<Data>): Result<Data> => {
    if (done.ok) file.due()
    return done
  }
  const find = (handle: string): FoundMember | null => {
    const member = store.byHandle(handle)
    return member && { ...member, images: member.images.map(({ sha256 }) => fileOf(deps, sha256)) }
  }
  const expansionOf = (profileId: string, request: GenerateRequest): Expansion => {
    let known: CastModel | undefined
    const model = () => (known ??= deps.modelOf(profileId, request.provider, request.model))
    return expandRequest(request, { find, model, input: deps.inputs.find })
  }
  // What the last run could not write.
  file.flush()
  return {
    list,
    save: async (member: NewMember): Promise<Result<CastMember>> => {
      const saved = db.transaction(() => noted(store.save(member)))
      if (!saved.ok) return saved
      await changed()
      return succeed(shown(saved.data))
    },
    remove: async (id: string): Promise<Result<Record<string, never>>> => {
      const removed = db.transaction(() => noted(store.remove(id)))
      if (removed.ok) await changed()
      return removed
    },
    /** What the cast makes of a request. Reads only, and asks no service. */
    expand: (profileId: string, request: GenerateRequest): ExpandedRequest => {
      const { refusal, uses, ...expansion } = expansionOf(profileId, request)
      const toText = (said: Message) => render(said, say)
      return {
        ...expansion,
        uses: uses.map((use) => ({ ...use, notes: use.notes.map(toText) })),
        ...(refusal && { refusal: toText(refusal) }),
      }
    },
    /**
     * The requests as they are to be sent; the same one twice stays one object. `path` is where they stand in the call's input.
     *
     * Fails with `invalid_input` where an image of a member is gone, and where a request becomes too long.
     */
    expandAll: async (
      profileId: string,
      requests: readonly GenerateRequest[],
      path: string,
    ): Promise<Result<readonly GenerateRequest[]>> => {
      const known = new Map<GenerateRequest, GenerateRequest>()
      const learned = new Set<string>()
      for (const [index, request] of requests.entries()) {
        if (known.has(request)) continue
        if (mentions(request) && !learned.has(request.model)) {
          learned.add(request.model)
          await deps.learn(profileId, request.model)
        }
        const expanded = toSend(expansionOf(profileId, request), `${path}.${index}`)
        if (!expanded.ok) return expanded
        known.set(request, expanded.data)
      }
      return succeed(requests.map((request) => known.get(request) ?? request))
    },
    close: file.close,
  }
}

function mentions({ prompt = '', provenance }: GenerateRequest): boolean {
  return provenance?.cast === undefined && handlesIn(prompt).length > 0
}

function toSend({ request, uses, refusal }: Expansion, path: string): Result<GenerateRequest> {
  if (refusal) return fail('invalid_input', refusal, { field: `${path}.prompt`, charged: 'no' })
  if (uses.length === 0) return succeed(request)
  const parsed = generateRequestSchema.safeParse(request)
  if (parsed.success) return succeed(request)
  const failed = invalidInput(parsed.error)
  return failed.ok
    ? failed
    : { ok: false, error: { ...failed.error, field: `${path}.prompt`, charged: 'no' } }
}

/** The input with these bytes; null where its file is gone. One that came from an address is sent as its bytes where it can be. */
function fileOf({ db, inputs }: Pick<CastDeps, 'db' | 'inputs'>, sha256: string): InputRecord | null {
  const ids = selectTexts(db, 'SELECT id FROM inputs WHERE sha256 = ? ORDER BY url IS NOT NULL, id', sha256)
  const record = ids[0] === undefined ? null : inputs.find(ids[0])
  const isThere =
    record && statSync(inputs.path(record), { throwIfNoEntry: false })?.size === record.sizeBytes
  return isThere ? record : null
}
