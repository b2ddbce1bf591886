/** Collects what an `.atelier` file holds of a sequence: its shots, every take with its recipe, its inputs, and the cast in its prompts. */
import { fail, type Result, succeed } from '#contract/errors.ts'
import type { CastMember } from '#contract/cast.ts'
import { message } from '#contract/messages/message.ts'
import { handleKey, handlesIn } from '#contract/rules/handles.ts'
import type { Sequence, SequenceShot } from '#contract/sequences.ts'
import type { Inputs } from '../inputs/inputs.ts'
import { type AssetRecord, toAsset } from '../library/assets/asset-row.ts'
import type { OutgoingFile } from '../library/exchange/outgoing.ts'
import type { Library } from '../library/library.ts'
import { embeddedRecipe, recipeText } from '../library/provenance/embedded-recipe.ts'
import {
  contentName,
  MAX_MANIFEST,
  MANIFEST,
  MAX_CONTENTS,
  PACKED_KINDS,
  recipeName,
  writeManifest,
  type PackedMember,
  type PackedSequence,
} from './atelier-file.ts'
import type { CastMembers } from './import-cast.ts'
import { type Content, textFile } from './outgoing-files.ts'

export interface PackDeps {
  readonly library: Pick<Library, 'find' | 'media' | 'reader'>
  readonly inputs: Pick<Inputs, 'find' | 'path'>
  readonly cast: Pick<CastMembers, 'list'>
}

export interface Pack {
  /** What says what it is, and the recipes. */
  readonly texts: readonly OutgoingFile[]
  /** The files that it needs, each once. */
  readonly contents: readonly Content[]
}

/** Fails as data where the file would be refused when it is opened again. */
export function packSequence({ library, inputs, cast }: PackDeps, sequence: Sequence): Result<Pack> {
  const assets = assetIds(sequence).flatMap((id) => packedRecord(library.find(id)) ?? [])
  const used = membersIn(sequence.shots, cast.list())
  const media = inputIds(sequence.shots, used).flatMap((id) => inputs.find(id) ?? [])
  if (Math.max(assets.length, media.length) > MAX_CONTENTS) {
    return fail('invalid_input', message('hand-off.tooManyFiles', { limit: MAX_CONTENTS }))
  }
  const packed: PackedSequence = {
    sequence: plainSequence(sequence),
    takes: sequence.shots.flatMap(({ id: shotId, takes }) =>
      takes.map(({ assetId, createdAt }) => ({ shotId, assetId, createdAt })),
    ),
    assets: assets.map(({ id, sha256, extension, sizeBytes, kind }) => ({
      id,
      sha256,
      extension,
      sizeBytes,
      kind,
    })),
    inputs: media.map(({ id, sha256, extension, sizeBytes, name }) => ({
      id,
      sha256,
      extension,
      sizeBytes,
      name,
    })),
    cast: used.map(packMember),
  }
  const text = writeManifest(packed)
  if (text.length > MAX_MANIFEST) return fail('invalid_input', 'hand-off.tooLong')
  const { updatedAt } = sequence
  const contents = [
    ...assets.map((record) => contentOf(record, library.media.path(record.sha256, record.extension))),
    ...media.map((input) => contentOf({ ...input, createdAt: updatedAt }, inputs.path(input))),
  ]
  return succeed({
    texts: [textFile(MANIFEST, text, updatedAt), ...byName(assets.map(recipeOf))],
    contents: byName(contents),
  })
}

type PackedRecord = AssetRecord & { readonly kind: (typeof PACKED_KINDS)[number] }

/** Null of what is in the trash: it is not given to anyone. */
function packedRecord(record: AssetRecord | null): PackedRecord | null {
  const kind = PACKED_KINDS.find((one) => one === record?.kind)
  return record && kind && record.trashedAt === undefined ? { ...record, kind } : null
}

/** Without what only this library knows of it. */
function plainSequence(sequence: Sequence): PackedSequence['sequence'] {
  const {
    id: _id,
    revision: _revision,
    createdAt: _created,
    updatedAt: _updated,
    shots,
    sound,
    ...facts
  } = sequence
  const plain = ({ takes: _takes, shown: _shown, ...shot }: SequenceShot) => shot
  return { ...facts, shots: shots.map(plain), sound: [...sound] }
}

function assetIds({ shots, sound }: Sequence): readonly string[] {
  const named = shots.flatMap(({ takes, take, from }) => [
    ...takes.map(({ assetId }) => assetId),
    ...(take === undefined ? [] : [take]),
    ...(from && 'assetId' in from ? [from.assetId] : []),
  ])
  return [...new Set([...named, ...sound.map(({ assetId }) => assetId)])]
}

function inputIds(shots: readonly SequenceShot[], members: readonly CastMember[]): readonly string[] {
  const used = shots.flatMap(({ inputs = [] }) => inputs.map(({ inputId }) => inputId))
  const shown = members.flatMap(({ images }) => images.flatMap(({ inputId }) => inputId ?? []))
  return [...new Set([...used, ...shown])]
}

function membersIn(shots: readonly SequenceShot[], cast: readonly CastMember[]): readonly CastMember[] {
  const used = new Set(
    shots.flatMap(({ prompt }) => handlesIn(prompt).map(({ handle }) => handleKey(handle))),
  )
  return cast.filter(({ handle }) => used.has(handleKey(handle)))
}

function packMember({ handle, name, sentence, images, voice }: CastMember): PackedMember {
  const packed = images.map(({ sha256, role }) => ({ sha256, ...(role !== undefined && { role }) }))
  return { handle, name, sentence, images: packed, ...(voice !== undefined && { voice }) }
}

function contentOf(
  file: { readonly sha256: string; readonly extension: string; readonly createdAt: number },
  path: string,
): Content {
  return { name: contentName(file), path, at: file.createdAt }
}

function recipeOf(record: AssetRecord): OutgoingFile {
  return textFile(
    recipeName(record.sha256),
    `${recipeText(embeddedRecipe(toAsset(record)))}\n`,
    record.createdAt,
  )
}

/** Two assets with the same bytes share a file. */
function byName<File extends { readonly name: string }>(files: readonly File[]): readonly File[] {
  return [...new Map(files.map((file) => [file.name, file])).values()]
}
