/** What a download may cost: bytes, time, hops and connections. */

export interface DownloadLimits {
  /** Larger files are refused. A file of no known kind may be as large: it was paid for. */
  readonly largestBytes: number
  /** The same for what comes in place of a file: a web page, or the list of a stream's segments. */
  readonly largestRefusedBytes: number
  readonly mostRedirects: number
  readonly connectMs: number
  /** The longest wait for the headers, and between two chunks of the body. */
  readonly silenceMs: number
  /** A download may take this long, and a second more for every `slowestBytesPerSecond` that arrived. */
  readonly graceMs: number
  readonly slowestBytesPerSecond: number
  /** How often an interrupted download is resumed at once, while every connection brings something. */
  readonly mostResumes: number
  /** Downloads at once; those without progress for `idleMs` do not count. */
  readonly mostActive: number
  readonly mostPerHost: number
  /** Connections at once, with or without progress. */
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
  mostActive: 6,
  mostPerHost: 3,
  mostOpen: 48,
  idleMs: 2_000,
  largestRatio: 100,
  freeDecodedBytes: 16 * MB,
  largestPlaylistBytes: MB,
  largestSegmentBytes: 128 * MB,
  mostSegments: 5_000,
}
