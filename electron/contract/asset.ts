/** An asset: one result of one task (or one imported file), held on disk. */
import type { JsonObject } from './json.ts'
import type { InputReference } from './task.ts'

export type AssetKind = 'image' | 'video' | 'audio' | 'text' | 'model3d' | 'other'

export interface Asset {
  readonly id: string
  readonly taskId?: string
  readonly kind: AssetKind
  /** The service's media type (image, video, character, music). */
  readonly mediaType: string
  readonly mimeType: string
  /** SHA-256 of the bytes, hex. */
  readonly sha256: string
  readonly sizeBytes: number
  readonly width?: number
  readonly height?: number
  readonly durationMs?: number
  readonly createdAt: number
  readonly provider: string
  readonly model: string
  readonly scene: string
  readonly prompt?: string
  /** The prompt before its alternatives and variables were filled in. */
  readonly template?: string
  /** The options that were sent, without the media in them. */
  readonly options: JsonObject
  readonly inputs?: readonly InputReference[]
  readonly title?: string
  /** 0 (none) to 5. */
  readonly rating: number
  readonly favorite: boolean
  readonly tags: readonly string[]
  readonly trashedAt?: number
  /** Where the service offered it. */
  readonly sourceUrl?: string
}

export interface LibraryStats {
  readonly assets: number
  readonly bytes: number
  readonly byMediaType: Readonly<Record<string, number>>
}
