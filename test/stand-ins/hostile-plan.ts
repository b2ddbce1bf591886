/** What may go wrong with one file at a hostile server of files, drawn by chance from a seed. */

interface Draw {
  readonly fault: string
  readonly weight: number
  /** Whether it leaves what arrived so far worth continuing. */
  readonly continues?: boolean
  /** Whether a download that meets it ends, until somebody asks again. */
  readonly ends?: boolean
}

export const ASSET_FAULTS = [
  { fault: 'cut', weight: 20, continues: true },
  { fault: 'reset', weight: 12, continues: true },
  { fault: 'stalled', weight: 4, continues: true },
  { fault: 'mute', weight: 2, continues: true },
  { fault: 'slow', weight: 2, continues: true },
  { fault: 'longer length', weight: 4 },
  { fault: 'shorter length', weight: 4 },
  { fault: 'more than its length', weight: 4 },
  { fault: 'changed', weight: 5 },
  { fault: 'wrong range', weight: 4 },
  { fault: 'wrong total', weight: 3 },
  { fault: 'range unnamed', weight: 3 },
  { fault: 'other tag', weight: 3 },
  { fault: 'page', weight: 4 },
  { fault: 'error in JSON', weight: 2 },
  { fault: 'error in XML', weight: 2 },
  { fault: 'empty', weight: 2, ends: true },
  { fault: 'expired', weight: 8, continues: true },
  { fault: 'server error', weight: 4, continues: true },
  { fault: 'too many', weight: 3, continues: true },
  { fault: 'packed', weight: 3 },
  { fault: 'packed and cut', weight: 3 },
  { fault: 'bomb', weight: 1, ends: true },
  { fault: 'endless', weight: 1, ends: true },
  { fault: 'endless page', weight: 1, ends: true },
  { fault: 'moved', weight: 4, continues: true },
  { fault: 'redirect loop', weight: 2, continues: true },
  { fault: 'redirect to a file', weight: 1, ends: true },
  { fault: 'redirect with a password', weight: 1, ends: true },
  { fault: 'redirect to link-local', weight: 1, ends: true },
  { fault: 'redirect to a private address', weight: 1, ends: true },
  { fault: 'redirect to this computer', weight: 1, ends: true },
  { fault: 'redirect to plain http', weight: 1, ends: true },
  { fault: 'program', weight: 1, ends: true },
  { fault: 'script', weight: 1, ends: true },
] as const satisfies readonly Draw[]

/** One answer that is not what it should be. */
export type AssetFault = (typeof ASSET_FAULTS)[number]['fault']

export interface AssetPlan {
  readonly number: number
  readonly sizeBytes: number
  readonly tag: 'strong' | 'weak' | 'none'
  readonly honoursRange: boolean
  /** Whether the end of a body is told by its length, by its coding, or only by the end of the connection. */
  readonly length: 'told' | 'chunked' | 'untold'
  /** One for each request, in this order; then all is well. */
  readonly faults: readonly AssetFault[]
  /** After which share of the bytes Atelier is closed in the middle of it, and started again; null for never. */
  readonly restartAt: number | null
}

const SMALLEST_BYTES = 2_000
const MOST_FAULTS = 4

export function drawPlan(number: number, random: () => number, largestBytes: number): AssetPlan {
  const pick = <T>(...from: readonly T[]): T => from[Math.floor(random() * from.length)] as T
  const sizeBytes = Math.round(SMALLEST_BYTES + random() ** 2 * (largestBytes - SMALLEST_BYTES))
  return {
    number,
    sizeBytes,
    tag: pick('strong', 'strong', 'strong', 'weak', 'none'),
    honoursRange: random() < 0.8,
    length: pick('told', 'told', 'told', 'chunked', 'untold'),
    faults: Array.from({ length: Math.floor(random() * (MOST_FAULTS + 1)) }, () => drawFault(random)),
    restartAt: random() < 0.15 ? random() : null,
  }
}

/** Whether a download can be expected to fetch next to nothing twice. */
export function continues({ tag, honoursRange, faults }: AssetPlan): boolean {
  return (
    tag === 'strong' &&
    honoursRange &&
    faults.every((fault) => ASSET_FAULTS.some((draw) => draw.fault === fault && 'continues' in draw))
  )
}

function drawFault(random: () => number): AssetFault {
  const total = ASSET_FAULTS.reduce((sum, { weight }) => sum + weight, 0)
  let left = random() * total
  for (const { fault, weight } of ASSET_FAULTS) {
    left -= weight
    if (left < 0) return fault
  }
  return 'cut'
}
