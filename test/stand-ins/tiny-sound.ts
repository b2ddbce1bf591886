/** A real sound (16-bit PCM in WAV): a tone of 440 Hz, one channel, 8,000 samples a second. */
const RATE = 8_000

export function tinySound(seconds: number): Uint8Array {
  const samples = Math.round(seconds * RATE)
  const bytes = Buffer.alloc(44 + samples * 2)
  bytes.write('RIFF', 0, 'ascii')
  bytes.writeUInt32LE(36 + samples * 2, 4)
  bytes.write('WAVEfmt ', 8, 'ascii')
  bytes.writeUInt32LE(16, 16)
  bytes.writeUInt16LE(1, 20)
  bytes.writeUInt16LE(1, 22)
  bytes.writeUInt32LE(RATE, 24)
  bytes.writeUInt32LE(RATE * 2, 28)
  bytes.writeUInt16LE(2, 32)
  bytes.writeUInt16LE(16, 34)
  bytes.write('data', 36, 'ascii')
  bytes.writeUInt32LE(samples * 2, 40)
  for (let at = 0; at < samples; at++) {
    bytes.writeInt16LE(Math.round(Math.sin((2 * Math.PI * 440 * at) / RATE) * 12_000), 44 + at * 2)
  }
  return bytes
}
