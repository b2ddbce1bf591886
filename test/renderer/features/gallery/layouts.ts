/** Layouts as the host sends them, written byte by byte as the contract's table has it. */
import { createHash } from 'node:crypto'
import { ASSET_KINDS, type AssetKind } from '#contract/rules/media.ts'
import { readOrder, type Order } from '#renderer/features/gallery/order.ts'

export interface LayoutItem {
  /** Any short name: it is hashed into an asset's id. */
  readonly name: string
  readonly createdAt?: number
  readonly width?: number
  readonly height?: number
  readonly kind?: AssetKind
  readonly favorite?: boolean
  readonly rating?: number
}

export function assetIdOf(name: string): string {
  return `asset_${createHash('sha256').update(name).digest('hex').slice(0, 32)}`
}

export function layoutOf(items: readonly (LayoutItem | string)[]): ArrayBuffer {
  const count = items.length
  const bytes = new Uint8Array(16 + 23 * count)
  const view = new DataView(bytes.buffer)
  bytes.set(new TextEncoder().encode('ATLY'))
  view.setUint16(4, 1, true)
  view.setUint32(8, count, true)
  for (const [index, given] of items.entries()) {
    const {
      name,
      createdAt = 1_000,
      width = 4,
      height = 3,
      kind = 'image',
      favorite = false,
      rating = 0,
    }: LayoutItem = typeof given === 'string' ? { name: given } : given
    bytes.set(Buffer.from(assetIdOf(name).slice('asset_'.length), 'hex'), 16 + 16 * index)
    view.setUint32(16 + 16 * count + 4 * index, createdAt / 1_000, true)
    view.setUint16(16 + 20 * count + 2 * index, height === 0 ? 0 : Math.round((1_000 * width) / height), true)
    bytes[16 + 22 * count + index] = ASSET_KINDS.indexOf(kind) | (favorite ? 8 : 0) | (rating << 4)
  }
  return bytes.buffer
}

export function orderOf(items: readonly (LayoutItem | string)[]): Order {
  return readOrder(layoutOf(items))
}
