/**
 * Tells a file anew with its recipe inside, or without any.
 *
 * The files in `media/` are never changed: they lie under the hash of what the service delivered. Only copies that leave the
 * library carry a recipe, and their pixels and packets are the same bytes.
 */
import { withFileSource, type ByteSource } from './byte-source.ts'
import { containerFor } from './containers.ts'
import type { EmbeddedRecipe } from './embedded-recipe.ts'
import type { Piece } from './pieces.ts'
import { composePacket } from './xmp.ts'

export type RecipeEdit =
  /** `version` is Atelier's. */
  | { readonly kind: 'embed'; readonly recipe: EmbeddedRecipe; readonly version: string }
  | { readonly kind: 'strip' }
  | { readonly kind: 'restore' }

/** The file at `path` told anew; null where its format, or its structure, does not allow it. */
export function editFile(
  path: string,
  extension: string,
  edit: RecipeEdit,
): Promise<readonly Piece[] | null> {
  return withFileSource(path, (source) => {
    switch (edit.kind) {
      case 'embed':
        return withRecipe(source, extension, edit.recipe, edit.version)
      case 'strip':
        return withoutTexts(source, extension)
      case 'restore':
        return beforeRecipe(source, extension)
    }
  })
}

/** Null where the format, or this file's structure, cannot carry it. `version` is Atelier's. */
export async function withRecipe(
  source: ByteSource,
  extension: string,
  recipe: EmbeddedRecipe,
  version: string,
): Promise<readonly Piece[] | null> {
  const compose = (existing: string | null) => composePacket(recipe, version, existing)
  return (await containerFor(extension)?.rewrite(source, { kind: 'embed', compose })) ?? null
}

/** Without a prompt, a comment or any other text about how it was made; null where Atelier cannot tell where such would be. */
export async function withoutTexts(source: ByteSource, extension: string): Promise<readonly Piece[] | null> {
  return (await containerFor(extension)?.rewrite(source, { kind: 'strip' })) ?? null
}

/** As it was before `withRecipe`, as far as that can be told: only its hash shows whether it is. */
export async function beforeRecipe(source: ByteSource, extension: string): Promise<readonly Piece[] | null> {
  return (await containerFor(extension)?.rewrite(source, { kind: 'restore' })) ?? null
}
