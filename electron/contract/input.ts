/** Reference media that the user gave: kept by hash, sent inside `options`. */
export interface InputMedia {
  readonly id: string
  readonly kind: 'image' | 'video' | 'audio'
  readonly mimeType: string
  readonly width?: number
  readonly height?: number
  readonly durationMs?: number
  readonly sizeBytes: number
  readonly sha256: string
  readonly name: string
  /** The address it came from, where it came by address: then the address is sent, not the bytes. */
  readonly url?: string
}
