/**
 * Tells a file anew with its recipe inside, or without any.
 *
 * The files in `media/` are never changed: they lie under the hash of what the service delivered. Only copies that leave the
 * library carry a recipe, and their pixels and packets are the same bytes.
 */
import { withFileSource, type ByteSource } from './byte-source.ts'
import type { MetadataEdit, Container } from './container.ts'
import type { EmbeddedRecipe } from './embedded-recipe.ts'
import { textsInExif } from './exif.ts'
import { readHiddenText } from './hidden-text.ts'
import { sourceOfSpans, type Span } from './spans.ts'
import { composePacket } from './xmp.ts'
import { flac } from './formats/flac.ts'
import { jpeg } from './formats/jpeg.ts'
import { mp3 } from './formats/mp3.ts'
import { mp4 } from './formats/mp4.ts'
import { ogg } from './formats/ogg.ts'
import { png } from './formats/png.ts'
import { wav } from './formats/riff.ts'
import { webp } from './formats/webp.ts'

export type RecipeEdit =
  /** `version` is Atelier's. Null for a signed file, unless `breaksSignature`. */
  | {
      readonly kind: 'embed'
      readonly recipe: EmbeddedRecipe
      readonly version: string
      readonly breaksSignature?: boolean
    }
  | { readonly kind: 'strip' }
  | { readonly kind: 'restore' }

export interface EditedFile {
  readonly spans: readonly Span[]
  /** It was to lose every text, and one was found in it afterwards. */
  readonly isUncertain: boolean
}

/** The file at `path` told anew; null where its format, or its structure, does not allow it. */
export function editFile(path: string, extension: string, edit: RecipeEdit): Promise<EditedFile | null> {
  return withFileSource(path, async (source) => {
    const spans = await editSource(source, extension, edit)
    if (!spans) return null
    const isUncertain =
      edit.kind === 'strip' && (await saysSomething(sourceOfSpans(source, spans), extension))
    return { spans, isUncertain }
  })
}

async function saysSomething(source: ByteSource, extension: string): Promise<boolean> {
  const container = containerFor(extension)
  const { exif, ...texts } = (await container?.readTexts(source)) ?? {}
  if (Object.values({ ...(exif && textsInExif(exif)), ...texts }).some(Boolean)) return true
  if ((await container?.readSigned?.(source)) ?? null) return true
  const mayHide = extension === 'png' || extension === 'webp'
  return mayHide && (await readHiddenText(source, extension)) !== null
}

/** The same for a file that is open. What `restore` gives is as it was before `embed` where its hash says so. */
export async function editSource(
  source: ByteSource,
  extension: string,
  edit: RecipeEdit,
): Promise<readonly Span[] | null> {
  const change: MetadataEdit =
    edit.kind === 'embed'
      ? {
          kind: 'embed',
          compose: (existing) => composePacket(edit.recipe, edit.version, existing),
          breaksSignature: edit.breaksSignature ?? false,
        }
      : edit
  return (await containerFor(extension)?.rewrite(source, change)) ?? null
}

const CONTAINERS: Readonly<Record<string, Container>> = {
  flac,
  jpg: jpeg,
  m4a: mp4,
  mov: mp4,
  mp3,
  mp4,
  ogg,
  opus: ogg,
  png,
  wav,
  webp,
}

/** Null for a format that carries none. */
export function containerFor(extension: string): Container | null {
  return Object.hasOwn(CONTAINERS, extension) ? (CONTAINERS[extension] ?? null) : null
}
