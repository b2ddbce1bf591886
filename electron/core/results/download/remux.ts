/** Copies the packets of an MPEG transport stream into an MP4 file, without encoding. */
import { open } from 'node:fs/promises'
import {
  ALL_FORMATS,
  Conversion,
  FilePathSource,
  FilePathTarget,
  Input,
  Mp4OutputFormat,
  Output,
} from 'mediabunny'
import { diskFailure } from '../../store/disk-errors.ts'

/**
 * Writes `to` and syncs it. False when MP4 cannot hold everything in `from`, or `from` cannot be read; `to` must then not be
 * used.
 *
 * @throws Error when the disk refuses, and the reason of `signal` when it aborts.
 */
export async function remuxToMp4(from: string, to: string, signal: AbortSignal): Promise<boolean> {
  const input = new Input({ source: new FilePathSource(from), formats: ALL_FORMATS })
  const output = new Output({
    // The index goes to the end: at the beginning it would cost holding the whole file in memory.
    format: new Mp4OutputFormat({ fastStart: false }),
    target: new FilePathTarget(to),
  })
  try {
    const conversion = await Conversion.init({
      input,
      output,
      // The timeline of a stream may begin anywhere.
      copy: { mode: 'forced', shiftTolerance: Infinity },
      showWarnings: false,
    })
    if (!conversion.isValid || conversion.discardedTracks.length > 0) return false
    const cancel = (): void => void conversion.cancel()
    signal.addEventListener('abort', cancel, { once: true })
    try {
      await conversion.execute()
    } finally {
      signal.removeEventListener('abort', cancel)
    }
  } catch (error) {
    signal.throwIfAborted()
    if (diskFailure(error)) throw error
    return false
  } finally {
    input.dispose()
    if (output.state !== 'finalized') await output.cancel().catch(() => undefined)
  }
  const file = await open(to, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
  return true
}
