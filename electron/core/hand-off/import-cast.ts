/** Brings the cast of an `.atelier` file into the library's own. A handle that means somebody else here gets a number. */
import { type Result, succeed } from '#contract/errors.ts'
import type { CastMember } from '#contract/cast.ts'
import { message, type Message } from '#contract/messages/message.ts'
import type { ParsedInput } from '#contract/routes.ts'
import { handleKey, handlesIn } from '#contract/rules/handles.ts'
import type { PackedMember } from './atelier-file.ts'

/** As many characters of a handle as leave room for a number. */
const STEM = /^.{0,36}/su

/** The cast as an import and an export see it. */
export interface CastMembers {
  readonly list: () => readonly CastMember[]
  readonly save: (member: ParsedInput<'cast.save'>) => Promise<Result<CastMember>> | Result<CastMember>
}

export interface CastPlan {
  /** Handles by the key of what they were in the file. */
  readonly renamed: ReadonlyMap<string, string>
  /** Who is not in the library yet, with the handle that is free for them here. */
  readonly added: readonly { readonly member: PackedMember; readonly handle: string }[]
}

/** Reads only. */
export function planCast(known: readonly CastMember[], packed: readonly PackedMember[]): CastPlan {
  const renamed = new Map<string, string>()
  const added: CastPlan['added'][number][] = []
  const taken = new Set(known.map(({ handle }) => handleKey(handle)))
  for (const member of packed) {
    const key = handleKey(member.handle)
    const same = known.find((one) => isSame(one, member))
    const handle = same?.handle ?? freeHandle(member.handle, taken)
    if (handleKey(handle) !== key) renamed.set(key, handle)
    if (same) continue
    taken.add(handleKey(handle))
    added.push({ member, handle })
  }
  return { renamed, added }
}

/** `inputOf` finds the input with a content; an image without one is left out, and said. */
export async function addCast(
  cast: CastMembers,
  { added }: CastPlan,
  inputOf: (sha256: string) => string | null,
): Promise<Result<readonly Message[]>> {
  const notes: Message[] = []
  for (const { member, handle } of added) {
    if (handle !== member.handle) {
      notes.push(message('hand-off.renamed', { handle: member.handle, other: handle }))
    }
    const images = member.images.flatMap(({ sha256, role }) => {
      const inputId = inputOf(sha256)
      return inputId === null ? [] : [{ inputId, role }]
    })
    const lost = member.images.length - images.length
    if (lost > 0) notes.push(message('hand-off.imagesMissing', { handle, count: lost }))
    const { name, sentence, voice } = member
    const saved = await cast.save({ handle, name, sentence, images, voice })
    if (!saved.ok) return saved
  }
  return succeed(notes)
}

/** The same person: what stands in a prompt for them, and what is added to it. Its number may be from an import before. */
function isSame(one: CastMember, packed: PackedMember): boolean {
  const stem = handleKey(packed.handle)
  const key = handleKey(one.handle)
  const isNamed = key === stem || (key.startsWith(STEM.exec(stem)?.[0] ?? '') && /\d$/u.test(key))
  const hashes = ({ images }: { readonly images: readonly { readonly sha256: string }[] }) =>
    images.map(({ sha256 }) => sha256).join()
  return (
    isNamed &&
    one.sentence === packed.sentence.trim() &&
    (one.voice ?? '') === (packed.voice ?? '') &&
    hashes(one) === hashes(packed)
  )
}

function freeHandle(wanted: string, taken: ReadonlySet<string>): string {
  if (!taken.has(handleKey(wanted))) return wanted
  const [stem = ''] = STEM.exec(wanted) ?? []
  for (let number = 2; ; number++) {
    const handle = `${stem}${number}`
    if (!taken.has(handleKey(handle))) return handle
  }
}

/** The prompt with every handle as it is called here. */
export function renameHandles(prompt: string, renamed: ReadonlyMap<string, string>): string {
  let text = prompt
  for (const { handle, start, end } of handlesIn(prompt).toReversed()) {
    const other = renamed.get(handleKey(handle))
    if (other !== undefined) text = `${text.slice(0, start)}@${other}${text.slice(end)}`
  }
  return text
}
