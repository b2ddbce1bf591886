/**
 * Packets of silence, for sound that is joined without being encoded: a clip that has none, or that ends before its picture.
 *
 * Bits: AAC-LC, one channel element or a pair with no coefficients and the end (ISO/IEC 14496-3, 4.4.2); Opus, one frame of 20 ms in CELT
 * without data, which decodes to silence (RFC 6716, 3.1 and 4.3).
 */
const AAC_MONO = Uint8Array.of(0x00, 0xc8, 0x00, 0x80, 0x23, 0x80)
const AAC_STEREO = Uint8Array.of(0x21, 0x00, 0x49, 0x90, 0x02, 0x19, 0x00, 0x23, 0x80)
const OPUS_MONO = Uint8Array.of(0xf8, 0xff, 0xfe)
const OPUS_STEREO = Uint8Array.of(0xfc, 0xff, 0xfe)
const AAC_SAMPLES = 1_024
const OPUS_SECONDS = 0.02

export interface SilentPacket {
  readonly data: Uint8Array
  readonly seconds: number
}

/** Null where there is none for such sound. `codec` as mediabunny names it, `sampleRate` in hertz. */
export function silentPacket(codec: string, channels: number, sampleRate: number): SilentPacket | null {
  if (channels < 1 || channels > 2) return null
  if (codec === 'aac')
    return { data: channels === 1 ? AAC_MONO : AAC_STEREO, seconds: AAC_SAMPLES / sampleRate }
  if (codec === 'opus') return { data: channels === 1 ? OPUS_MONO : OPUS_STEREO, seconds: OPUS_SECONDS }
  return null
}
