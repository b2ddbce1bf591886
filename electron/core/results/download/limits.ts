/** What a download may cost: bytes, time, hops and connections. */

export interface DownloadLimits {
  /** A file of more bytes than this is not kept. */
  readonly largestBytes: number
  /** What is not a file to keep is set aside up to this size. */
  readonly largestRefusedBytes: number
  readonly mostRedirects: number
  readonly connectMs: number
  /** The longest wait for an answer's head, and between two pieces of its body. */
  readonly silenceMs: number
  /** A download may take this long, and a second more for every `slowestBytesPerSecond` that arrived. */
  readonly graceMs: number
  readonly slowestBytesPerSecond: number
  /** How often a connection that was cut is taken up again at once, while it brings something. */
  readonly mostResumes: number
  /** Downloads that are moving at once; those that are stuck for `idleMs` do not count. */
  readonly mostMoving: number
  readonly mostPerHost: number
  /** Connections at once, moving or stuck. */
  readonly mostOpen: number
  readonly idleMs: number
  /** What a compressed body may grow to beyond `freeDecodedBytes`, as a multiple of what was sent. */
  readonly largestRatio: number
  readonly freeDecodedBytes: number
  /** Of a stream in segments. */
  readonly largestPlaylistBytes: number
  readonly largestSegmentBytes: number
  readonly mostSegments: number
}

const KB = 1024
const MB = 1024 ** 2

export const DOWNLOAD_LIMITS: DownloadLimits = {
  largestBytes: 8 * 1024 * MB,
  largestRefusedBytes: 64 * MB,
  mostRedirects: 5,
  connectMs: 20_000,
  silenceMs: 60_000,
  graceMs: 600_000,
  slowestBytesPerSecond: KB,
  mostResumes: 4,
  mostMoving: 6,
  mostPerHost: 3,
  mostOpen: 48,
  idleMs: 2_000,
  largestRatio: 100,
  freeDecodedBytes: 16 * MB,
  largestPlaylistBytes: MB,
  largestSegmentBytes: 128 * MB,
  mostSegments: 5_000,
}
