/** A file at a server of the faulty service's kind: with its tag, its ranges, and where it breaks off. */
import type { FaultyResponse } from './faulty-responses.ts'

export interface RangedFile {
  readonly bytes: Buffer
  /** As it stands in the header; none unless given. */
  readonly etag?: string
  /** The connection ends after so many bytes of this answer. */
  readonly cutAfter?: number
  /** The connection stays open and silent after so many bytes of this answer. */
  readonly stallAfter?: number
  /** What comes besides, or instead. */
  readonly headers?: Readonly<Record<string, string>>
}

/** One answer; a range is honoured where If-Range names the tag. */
export function rangedFile({ bytes, etag, cutAfter, stallAfter, headers }: RangedFile): FaultyResponse {
  return {
    name: 'file',
    give: ({ request, response }) => {
      const asked = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0)
      const from = request.headers['if-range'] === etag ? asked : 0
      const body = bytes.subarray(from)
      const range = { 'content-range': `bytes ${from}-${bytes.length - 1}/${bytes.length}` }
      response.writeHead(from > 0 ? 206 : 200, {
        'content-type': 'image/png',
        'content-length': body.length,
        ...(etag === undefined ? {} : { etag }),
        ...(from > 0 ? range : {}),
        ...headers,
      })
      const upTo = cutAfter ?? stallAfter
      if (upTo === undefined) response.end(body)
      else response.write(body.subarray(0, upTo), () => cutAfter !== undefined && response.destroy())
    },
  }
}
