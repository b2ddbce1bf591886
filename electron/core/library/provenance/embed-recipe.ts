/**
 * Tells a file anew with its recipe inside, or without any.
 *
 * The files in `media/` are never changed: they lie under the hash of what the service delivered. Only copies that leave the
 * library carry a recipe, and their pixels and packets are the same bytes.
 */
import { withFileSource, type ByteSource } from './byte-source.ts'
import type { MetadataEdit, Container } from './container.ts'
import type { EmbeddedRecipe } from './embedded-recipe.ts'
import type { Span } from './spans.ts'
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

/** The file at `path` told anew; null where its format, or its structure, does not allow it. */
export function editFile(path: string, extension: string, edit: RecipeEdit): Promise<readonly Span[] | null> {
  return withFileSource(path, (source) => editSource(source, extension, edit))
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
