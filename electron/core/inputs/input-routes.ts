/** The calls about inputs: from a data URI, from an address, from an asset of the library. */
import type { Say } from '../messages/render.ts'
import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { copyFile, rm, stat } from 'node:fs/promises'
import pLimit from 'p-limit'
import { fail, type Result, succeed } from '#contract/errors.ts'
import type { InputMedia } from '#contract/inputs.ts'
import { message } from '#contract/messages/message.ts'
import type { ParsedInput } from '#contract/routes.ts'
import { IMPORTED, UNKNOWN_MODEL } from '#contract/rules/imported.ts'
import type { Library } from '../library/library.ts'
import type { FindProxy } from '../ports/shell.ts'
import type { HandlersFor } from '../calls/handlers.ts'
import { decodeDataUri } from '../media/data-uri.ts'
import { download } from '../results/download/download.ts'
import type { Profiles } from '../profiles/open-profiles.ts'
import { isLocalService } from '../network/safe-address.ts'
import { MAX_INPUT_BYTES, MAX_INPUT_MB, toInputMedia, type Inputs } from './inputs.ts'
import type { ReadyMediaStore } from './ready-media.ts'
import type { TakesAddresses } from './encode.ts'
import { measureInputs } from './measure.ts'
import { ifThere, syncFile } from '../store/files.ts'

const FETCH_TIMEOUT_MS = 60_000
/** Whole files are held in memory, each of up to `MAX_INPUT_BYTES`. */
const MAX_AT_ONCE = 2

export interface InputRouteDeps {
  readonly say: Say
  readonly inputs: Inputs
  readonly library: Library
  readonly ready: ReadyMediaStore
  readonly profiles: Pick<Profiles, 'get' | 'activeId'>
  readonly takesAddresses: TakesAddresses
  /** Whether a model is known to refuse data URIs. */
  readonly refusesDataUris: (provider: string, model: string) => boolean
  readonly findProxy: FindProxy
}

export function createInputHandlers({
  say,
  inputs,
  library,
  ready,
  profiles,
  takesAddresses: takes,
  refusesDataUris,
  findProxy,
}: InputRouteDeps): HandlersFor<'inputs'> {
  const limit = pLimit(MAX_AT_ONCE)
  const fromAddress = async (url: string): Promise<Result<InputMedia>> => {
    const parsed = URL.parse(url)
    if (!parsed || !/^https?:$/.test(parsed.protocol)) {
      return fail('invalid_input', 'inputs.addressScheme', { field: 'url' })
    }
    const partPath = library.media.partPath(`input-${randomUUID()}`)
    const signal = AbortSignal.timeout(FETCH_TIMEOUT_MS)
    // Addresses on a private network are fetched only where the service in use is there itself.
    const allowLocal = isLocalService(profiles.get(profiles.activeId())?.baseUrl ?? '')
    try {
      const file = await download(
        { kind: 'url', url: parsed.href },
        { partPath, allowLocal, signal, mayResume: false },
        { findProxy, limits: { largestBytes: MAX_INPUT_BYTES } },
      )
      if (file.kind === 'problem') {
        const { charged: _, ...failure } = file.failure
        return { ok: false, error: { ...failure, code: 'invalid_input', field: 'url' } }
      }
      const name = parsed.pathname.split('/').at(-1) ?? 'input'
      return await limit(() => inputs.add(name, createReadStream(partPath), parsed.href))
    } catch (error) {
      if (!signal.aborted) throw error
      return fail('invalid_input', 'inputs.addressSlow', { field: 'url' })
    } finally {
      await rm(partPath, { force: true })
    }
  }
  const fromAsset = async (assetId: string): Promise<Result<InputMedia>> => {
    const asset = library.find(assetId)
    if (!asset) return fail('not_found', 'library.noAsset', { field: 'assetId' })
    const name = `${asset.title ?? asset.prompt ?? asset.id}.${asset.extension}`
    if (asset.sizeBytes > MAX_INPUT_BYTES) {
      const tooLarge = message('inputs.assetTooLarge', { megabytes: MAX_INPUT_MB })
      return fail('invalid_input', tooLarge, { field: 'assetId' })
    }
    return limit(async () => {
      const path = library.media.path(asset.sha256, asset.extension)
      if (!(await ifThere(stat(path))))
        return fail('not_found', 'inputs.assetFileMissing', { field: 'assetId' })
      return inputs.add(name, createReadStream(path))
    })
  }
  return {
    'inputs.add': (input) => {
      if ('assetId' in input) return fromAsset(input.assetId)
      if ('url' in input) return fromAddress(input.url)
      const bytes = decodeDataUri(input.dataUrl)
      if (!bytes) {
        return fail('invalid_input', message('inputs.undecodable', { name: input.name }), {
          field: 'dataUrl',
        })
      }
      return inputs.add(input.name, bytes)
    },
    'inputs.measure': ({ profileId = profiles.activeId(), ...request }) => {
      const storage = profiles.get(profileId)?.storage ?? null
      const takesAddresses = (model: string) => takes(profileId, model)
      return measureInputs({ say, inputs, ready, storage, takesAddresses, refusesDataUris }, request)
    },
    'inputs.keepFrame': (wish) => keepFrame({ inputs, library }, wish),
    'inputs.get': ({ id }) => {
      const record = inputs.find(id)
      return record ? succeed(toInputMedia(record)) : fail('not_found', 'inputs.noInput')
    },
  }
}

/** A frame of a video as an image of the library: it says which video it is from, and when it is shown there. */
async function keepFrame(
  {
    inputs,
    library,
  }: { readonly inputs: Inputs; readonly library: Pick<Library, 'add' | 'change' | 'find' | 'media'> },
  { inputId, assetId, atMs }: ParsedInput<'inputs.keepFrame'>,
): Promise<Result<{ readonly assetId: string }>> {
  const frame = inputs.find(inputId)
  if (frame?.kind !== 'image') return fail('not_found', 'inputs.noImage', { field: 'inputId' })
  const video = library.find(assetId)
  if (video?.kind !== 'video') return fail('not_found', 'inputs.noVideo', { field: 'assetId' })
  const { sha256, sizeBytes, mimeType, extension } = frame
  const path = library.media.partPath(`frame-${randomUUID()}`)
  const { prompt } = video
  try {
    await copyFile(inputs.path(frame), path)
    await syncFile(path)
    const asset = await library.add({
      file: { path, sha256, sizeBytes, type: { kind: 'image', mimeType, extension } },
      facts: {
        place: 0,
        mediaType: 'image',
        provider: IMPORTED,
        model: UNKNOWN_MODEL,
        scene: IMPORTED,
        options: { frame_at_seconds: atMs / 1000 },
        fromAssetId: video.id,
        ...(prompt === undefined ? {} : { prompt }),
      },
    })
    // The same frame may have been saved before, and lie in the trash.
    if (asset.trashedAt !== undefined) await library.change([asset.id], { trashedAt: null })
    return succeed({ assetId: asset.id })
  } finally {
    await rm(path, { force: true })
  }
}
