/**
 * Frees the buffers of a large answer while it is read, and not first when V8 does: to V8, 64 MB outside of its heap are no reason
 * to collect garbage (`kExternalAllocationSoftLimit`, https://github.com/v8/v8/blob/main/include/v8-internal.h), and the chunks of
 * a connection are such memory.
 */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** After so many bytes. A collection of young objects takes about a millisecond. */
const BYTES_BETWEEN = 4 * 1024 ** 2

type Collect = (how: { readonly type: 'minor' }) => void
let collect: Collect | null = null

/** To be told of the bytes that were read or made. */
export function createBufferRelease(): (bytes: number) => void {
  let sinceBytes = 0
  return (bytes) => {
    sinceBytes += bytes
    if (sinceBytes < BYTES_BETWEEN) return
    sinceBytes = 0
    collect ??= findCollect()
    collect({ type: 'minor' })
  }
}

/** The runtime hands it out to a new context alone: https://nodejs.org/api/v8.html#v8setflagsfromstringflags */
function findCollect(): Collect {
  setFlagsFromString('--expose-gc')
  const found: unknown = runInNewContext('globalThis.gc')
  setFlagsFromString('--no-expose-gc')
  return typeof found === 'function' ? (found as Collect) : () => undefined
}
