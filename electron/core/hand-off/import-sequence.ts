/**
 * Makes a sequence of an `.atelier` file: of what is in the library already, of what the file brings, and of shots that are still to be
 * made. No request leaves for it.
 *
 * Order: everything that the file brings is checked, then taken in, then the sequence is saved. So a file that is refused leaves nothing.
 */
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename, isAbsolute } from 'node:path'
import { fail, type Result, succeed } from '#contract/errors.ts'
import { message, type Message, type PlainMessageId } from '#contract/messages/message.ts'
import { MAX_PROMPT, type Sequence, type SequenceInput, type Shot } from '#contract/sequences.ts'
import type { Inputs } from '../inputs/inputs.ts'
import { recordTakes } from '../library/assets/lineage.ts'
import { importFile, type ImportFileDeps } from '../library/exchange/import-file.ts'
import { verifyFile } from '../media/verify-file.ts'
import { checkShots } from '../sequences/check-shots.ts'
import type { SequenceStore } from '../sequences/sequence-store.ts'
import { ifThere } from '../store/files.ts'
import {
  contentName,
  type PackedAsset,
  type PackedContent,
  type PackedInput,
  type PackedSequence,
} from './atelier-file.ts'
import { addCast, type CastMembers, type CastPlan, planCast, renameHandles } from './import-cast.ts'
import { openAtelierFile, type UnpackedFile } from './open-atelier-file.ts'

export interface ImportSequenceDeps extends ImportFileDeps {
  readonly cast: CastMembers
  readonly sequences: Pick<SequenceStore, 'save' | 'find' | 'announce'>
  readonly inputs: Pick<Inputs, 'add'>
  readonly hasProfile: (id: string) => boolean
}

export interface Imported {
  readonly sequence: Sequence
  /** What is not as it was where it was packed. */
  readonly notes: readonly Message[]
}

/** The file at a path that somebody typed: on this computer, and no device. */
export async function checkFilePath(path: string): Promise<Result<string>> {
  const refuse = (why: PlainMessageId) => fail('invalid_input', why, { field: 'path' })
  if (path.includes('\0') || !isAbsolute(path)) return refuse('exchange.folderPath')
  // Windows would tell the user's name to whatever computer such a path names.
  if (/^[\\/]{2}/.test(path)) return refuse('hand-off.elsewhere')
  const info = await ifThere(stat(path)).catch(() => null)
  return info?.isFile() === true ? succeed(path) : refuse('hand-off.noFile')
}

/** @throws the disk's error, and the reason of `signal`. */
export async function importSequence(
  deps: ImportSequenceDeps,
  path: string,
  name: string,
  signal: AbortSignal,
): Promise<Result<Imported>> {
  const opened = await openAtelierFile(deps.library, path, basename(name), signal)
  if (!opened.ok) return opened
  const { packed } = opened.data
  const checked = checkShots(packed.sequence.shots)
  if (!checked.ok) return checked
  const cast = planCast(deps.cast.list(), packed.cast)
  const named = checkPrompts(packed, cast)
  if (!named.ok) return named
  const wanted = (await missing(deps, packed, signal)).filter(opened.data.has)
  const unpacked = new Map<string, UnpackedFile>()
  try {
    for (const content of wanted) {
      const file = await opened.data.unpack(content)
      if (!file.ok) return file
      unpacked.set(content.sha256, file.data)
    }
    return await takeIn(deps, { packed, cast, unpacked }, signal)
  } finally {
    for (const { remove } of unpacked.values()) await remove()
  }
}

/** A handle that gets a number here makes a prompt longer. */
function checkPrompts({ sequence: { shots } }: PackedSequence, { renamed }: CastPlan): Result<null> {
  const at = shots.findIndex(({ prompt }) => renameHandles(prompt, renamed).length > MAX_PROMPT)
  if (at >= 0) {
    const why = message('tasks.request.promptTooLong', { limit: MAX_PROMPT })
    return fail('invalid_input', why, { field: `shots.${at}.prompt` })
  }
  return succeed(null)
}

interface Incoming {
  readonly packed: PackedSequence
  readonly cast: CastPlan
  readonly unpacked: ReadonlyMap<string, UnpackedFile>
}

async function takeIn(
  deps: ImportSequenceDeps,
  { packed, cast, unpacked }: Incoming,
  signal: AbortSignal,
): Promise<Result<Imported>> {
  const assets = new Map<string, string>()
  for (const asset of packed.assets) {
    const local = await localAsset(deps, asset, unpacked.get(asset.sha256), signal)
    if (!local.ok) return local
    if (local.data !== null) assets.set(asset.id, local.data)
  }
  const inputs = new Map<string, string>()
  for (const input of packed.inputs) {
    const local = await localInput(deps, input, unpacked.get(input.sha256))
    if (!local.ok) return local
    if (local.data !== null) inputs.set(input.id, local.data)
  }
  const inputOf = (sha256: string): string | null => inputWith(deps, sha256)
  const added = await addCast(deps.cast, cast, inputOf)
  if (!added.ok) return added
  const { renamed } = cast
  const sequence = relinked(packed, { assets, inputs, renamed, hasProfile: deps.hasProfile })
  const saved = deps.sequences.save(sequence)
  if (!saved.ok) return saved
  const takes = packed.takes.flatMap(({ shotId, assetId, createdAt }) => {
    const local = assets.get(assetId)
    const isTake = local !== undefined && sequence.shots.some(({ id }) => id === shotId)
    return isTake ? [{ shotId, assetId: local, createdAt }] : []
  })
  noteTakes(deps, saved.data.id, takes)
  const whole = deps.sequences.find(saved.data.id) ?? saved.data
  const lost = packed.assets.length - assets.size
  const silent = (packed.sequence.sound?.length ?? 0) - (sequence.sound?.length ?? 0)
  return succeed({
    sequence: whole,
    notes: [
      ...added.data,
      ...(lost > 0 ? [message('hand-off.takesMissing', { count: lost })] : []),
      ...(silent > 0 ? [message('hand-off.soundsMissing', { count: silent })] : []),
    ],
  })
}

interface NotedTake {
  readonly shotId: string
  readonly assetId: string
  readonly createdAt: number
}

/** Assets are takes of the shots that they were takes of elsewhere, in the same order. */
function noteTakes(
  { db, library: { sidecars }, sequences }: ImportSequenceDeps,
  sequenceId: string,
  takes: readonly NotedTake[],
): void {
  db.transaction(() => {
    for (const { shotId, assetId, createdAt } of takes) {
      recordTakes(db, assetId, [{ sequenceId, shotId, at: createdAt }])
    }
    sidecars.due(takes.map(({ assetId }) => assetId))
  })
  sidecars.flush()
  sequences.announce(sequenceId)
}

/** What the library does not hold, each content once. */
async function missing(
  deps: ImportSequenceDeps,
  { assets, inputs }: PackedSequence,
  signal: AbortSignal,
): Promise<readonly PackedContent[]> {
  const wanted = new Map<string, PackedContent>()
  const isInput = (content: PackedContent) => inputs.some((input) => input === content)
  for (const content of [...inputs, ...assets]) {
    const isThere =
      (await hasFile(deps, content.sha256, signal)) ||
      (isInput(content) && inputWith(deps, content.sha256) !== null)
    if (!isThere) wanted.set(content.sha256, content)
  }
  return [...wanted.values()]
}

async function hasFile(
  { library: { find, media }, ...deps }: ImportSequenceDeps,
  sha256: string,
  signal: AbortSignal,
): Promise<boolean> {
  const record = find(assetWith(deps, sha256) ?? '')
  if (!record) return false
  return (await verifyFile(media.path(sha256, record.extension), sha256, signal)) === 'valid'
}

/** One that is not in the trash before one that is. */
function assetWith({ db }: Pick<ImportSequenceDeps, 'db'>, sha256: string): string | null {
  const row = db.get(
    'SELECT id FROM assets WHERE sha256 = ? ORDER BY trashed_at IS NOT NULL, seq LIMIT 1',
    sha256,
  )
  return row ? String(row['id']) : null
}

function inputWith({ db }: Pick<ImportSequenceDeps, 'db'>, sha256: string): string | null {
  const row = db.get('SELECT id FROM inputs WHERE sha256 = ? ORDER BY url IS NOT NULL, id LIMIT 1', sha256)
  return row ? String(row['id']) : null
}

/** Null where neither the library nor the file has it. */
async function localAsset(
  deps: ImportSequenceDeps,
  asset: PackedAsset,
  file: UnpackedFile | undefined,
  signal: AbortSignal,
): Promise<Result<string | null>> {
  if (file) {
    const { path } = file
    const name = contentName(asset)
    const modifiedAt = Math.trunc((await stat(path)).mtimeMs)
    const outcome = await importFile(deps, { path, name, modifiedAt }, signal)
    if ('asset' in outcome) return succeed(outcome.asset.id)
    return fail('unsafe_content', message('exchange.notMedia', { name }))
  }
  const id = assetWith(deps, asset.sha256)
  if (id !== null && deps.library.find(id)?.trashedAt !== undefined) {
    await deps.library.change([id], { trashedAt: null })
  }
  return succeed(id)
}

/** The same. An address that an input came from is not kept: nobody here gave it. */
async function localInput(
  deps: ImportSequenceDeps,
  { sha256, name, extension }: PackedInput,
  file: UnpackedFile | undefined,
): Promise<Result<string | null>> {
  const known = inputWith(deps, sha256)
  if (known !== null) return succeed(known)
  const record = deps.library.find(assetWith(deps, sha256) ?? '')
  const path = file?.path ?? (record && deps.library.media.path(record.sha256, record.extension))
  if (path === null) return succeed(null)
  const added = await deps.inputs.add(name === '' ? `input.${extension}` : name, createReadStream(path))
  return added.ok ? succeed(added.data.id) : added
}

interface Links {
  /** Ids here, by the ids in the file. */
  readonly assets: ReadonlyMap<string, string>
  readonly inputs: ReadonlyMap<string, string>
  readonly renamed: ReadonlyMap<string, string>
  readonly hasProfile: (id: string) => boolean
}

/** The sequence in the words of this library. What is not here keeps its id, so that the plan can say what is gone. */
function relinked({ sequence }: PackedSequence, links: Links): SequenceInput {
  const sound = (sequence.sound ?? []).flatMap((track) => {
    const assetId = links.assets.get(track.assetId)
    return assetId === undefined ? [] : [{ ...track, assetId }]
  })
  return { ...sequence, shots: sequence.shots.map((shot) => relinkedShot(shot, links)), sound }
}

function relinkedShot(
  { take, from, inputs, profileId, prompt, ...shot }: Shot,
  { assets, inputs: inputIds, renamed, hasProfile }: Links,
): Shot {
  const taken = take === undefined ? undefined : assets.get(take)
  const begins = from && 'assetId' in from ? { assetId: assets.get(from.assetId) ?? from.assetId } : from
  const media = inputs?.map((input) => ({ ...input, inputId: inputIds.get(input.inputId) ?? input.inputId }))
  return {
    ...shot,
    prompt: renameHandles(prompt, renamed),
    ...(taken !== undefined && { take: taken }),
    ...(begins && { from: begins }),
    ...(media && { inputs: media }),
    ...(profileId !== undefined && hasProfile(profileId) && { profileId }),
  }
}
