/** Copies the packets of an MPEG transport stream into an MP4 file, without encoding. */
import { open, type FileHandle } from 'node:fs/promises'
import { Conversion, type Input, Mp4OutputFormat, Output, StreamTarget } from 'mediabunny'
import { diskFailure } from '../../store/disk-errors.ts'
import { withMediaInput } from '../../media/media-input.ts'
import { writableTo } from '../../media/media-output.ts'

/**
 * Writes `to` and syncs it. False when MP4 cannot hold everything in `from`, or `from` cannot be read; `to` must then not be
 * used.
 *
 * @throws Error when the disk refuses, and the reason of `signal` when it aborts.
 */
export async function remuxToMp4(from: string, to: string, signal: AbortSignal): Promise<boolean> {
  const file = await open(to, 'w', 0o600)
  try {
    const isWhole = await withMediaInput(from, (input) => copyPackets(input, file, signal), { wholly: true })
    if (isWhole) await file.sync()
    return isWhole
  } finally {
    await file.close()
  }
}

async function copyPackets(input: Input, file: FileHandle, signal: AbortSignal): Promise<boolean> {
  const output = new Output({
    // The index goes to the end: at the beginning it would cost holding the whole file in memory.
    format: new Mp4OutputFormat({ fastStart: false }),
    target: new StreamTarget(writableTo(file)),
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
      return true
    } finally {
      signal.removeEventListener('abort', cancel)
    }
  } catch (error) {
    signal.throwIfAborted()
    if (diskFailure(error)) throw error
    return false
  } finally {
    if (output.state !== 'finalized') await output.cancel().catch(() => undefined)
  }
}
