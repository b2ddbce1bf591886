/** What Atelier asks of a file format that can carry texts: read them, and tell the file anew with other ones. */
import type { ByteSource } from './byte-source.ts'
import type { Span } from './spans.ts'

/** No text of a file, and no packet, is read beyond this. */
export const MAX_TEXT_BYTES = 4 * 1024 * 1024
/** What signs a file, with thumbnails of what it was made of, is not read beyond this. */
export const MAX_SIGNED_BYTES = 32 * 1024 * 1024
/** A walk over a file's parts ends here: hostile files consist of nothing else. */
export const MAX_PARTS = 20_000

/** What tools write about how an image was made, by the name under which each of them writes it. */
export const TEXT_NAMES = [
  'parameters',
  'prompt',
  'workflow',
  'comment',
  'usercomment',
  'description',
  'software',
  'source',
  'invokeai_metadata',
  'sd-metadata',
  'dream',
  'parameters-json',
  'generation_data',
  'negative_prompt',
  'seed',
  'width',
  'height',
  'use_stable_diffusion_model',
  'sampler_name',
  'num_inference_steps',
  'guidance_scale',
] as const
export type TextName = (typeof TEXT_NAMES)[number]

export interface CarriedTexts extends Partial<Record<TextName, string>> {
  /** The XMP packet; with its extension behind it where it was divided. */
  readonly xmp?: string | null
  /** The block of EXIF, a TIFF file of its own. */
  readonly exif?: Uint8Array
}

export type MetadataEdit =
  /** Puts a packet in; `compose` gets the one that is there. Everything else stays. */
  | {
      readonly kind: 'embed'
      readonly compose: (existing: string | null) => string
      /** Also where the file is signed, which then reads as tampered with. */
      readonly breaksSignature?: boolean
    }
  /** Takes out everything that describes: packets, texts, comments. Only what the image needs to be shown right stays. */
  | { readonly kind: 'strip' }
  /** Takes back what `embed` did, as far as that can be told. */
  | { readonly kind: 'restore' }

export interface Container {
  /** Never rejects because of what the file holds, only when it cannot be read. */
  readTexts(source: ByteSource): Promise<CarriedTexts>
  /** The manifests that sign the file (JUMBF); null where it is not signed. Absent for a format that is never. */
  readSigned?(source: ByteSource): Promise<Buffer | null>
  /** The whole file anew; null where its structure is not one that can be changed safely. */
  rewrite(source: ByteSource, edit: MetadataEdit): Promise<readonly Span[] | null>
}

/** A file that is signed would read as tampered with: it is left alone unless the user wants it so. */
export function keepsSignature(edit: MetadataEdit): boolean {
  return edit.kind === 'embed' && edit.breaksSignature !== true
}

export function isTextName(name: string): name is TextName {
  return (TEXT_NAMES as readonly string[]).includes(name)
}

/** Bytes as text: UTF-8 where they are, else Latin-1, which is what tools write without saying which. */
export function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  }
}
