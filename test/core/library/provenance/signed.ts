/** Files signed with Content Credentials, as their makers lay them out: real boxes and a real certificate, and a signature that is none. */
import { withChunk } from './files.ts'

/** Self-signed, for nobody: CN=Example Signer, O=Example Studio. */
const CERTIFICATE = Buffer.from(
  'MIIB1DCCAXugAwIBAgIUZp2+lKriFKTHu6P+FW3w8ySEWiQwCgYIKoZIzj0EAwIwPzELMAkGA1UEBhMCVVMxFzAVBgNVBAoMDkV4' +
    'YW1wbGUgU3R1ZGlvMRcwFQYDVQQDDA5FeGFtcGxlIFNpZ25lcjAgFw0yNjExMjgwMTA0NTVaGA8yMTI2MTEwNDAxMDQ1NVowPzEL' +
    'MAkGA1UEBhMCVVMxFzAVBgNVBAoMDkV4YW1wbGUgU3R1ZGlvMRcwFQYDVQQDDA5FeGFtcGxlIFNpZ25lcjBZMBMGByqGSM49AgEG' +
    'CCqGSM49AwEHA0IABPrDqAFUQ2NZ7rf/PjWU+gd/sSSMr5uVC/ckqJHw0rkt6QcxwP3o1xFoi2YmkYI+wl+hPTE+/7GuiptTVqBl' +
    'BaOjUzBRMB0GA1UdDgQWBBT/JpahZbZw9oOZU7ULT5C4CgjHbDAfBgNVHSMEGDAWgBT/JpahZbZw9oOZU7ULT5C4CgjHbDAPBgNV' +
    'HRMBAf8EBTADAQH/MAoGCCqGSM49BAMCA0cAMEQCICXOFqQHPeZTtWnRrT0X+awgooguowq0cuWHbmUXOlViAiBEwWjsHv/ZcUvd' +
    'sMasUjJ4/o9+X8tuvgwfxOh/I3PXYw==',
  'base64',
)

/** As CBOR: RFC 8949, 3. */
export function cbor(value: unknown): Buffer {
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(cbor)])
  if (value instanceof Map) {
    const entries = [...value].flatMap(([key, item]) => [cbor(key), cbor(item)])
    return Buffer.concat([head(5, value.size), ...entries])
  }
  if (typeof value === 'object' && value !== null) return cbor(new Map(Object.entries(value)))
  return Buffer.from([0xf6])
}

function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length])
  const bytes = Buffer.from([(major << 5) | 26, 0, 0, 0, 0])
  bytes.writeUInt32BE(length, 1)
  return bytes
}

export function box(type: string, ...contents: readonly Buffer[]): Buffer {
  const content = Buffer.concat(contents)
  const bytes = Buffer.alloc(8)
  bytes.writeUInt32BE(8 + content.length)
  bytes.write(type, 4, 'latin1')
  return Buffer.concat([bytes, content])
}

/** The type of a superbox is a UUID that begins with four letters. */
export function superbox(kind: string, label: string, ...contents: readonly Buffer[]): Buffer {
  const uuid = Buffer.concat([Buffer.from(kind), Buffer.from('00110010800000aa00389b71', 'hex')])
  return box('jumb', box('jumd', uuid, Buffer.from([3]), Buffer.from(`${label}\0`)), ...contents)
}

interface Claim {
  readonly claim?: unknown
  readonly actions?: readonly unknown[]
  readonly certificate?: Buffer
  /** Where the certificate stands: newer signers protect it. */
  readonly isProtected?: boolean
}

const CLAIM = {
  'dc:title': 'A fox in snow',
  claim_generator: 'example/1.0',
  claim_generator_info: [{ name: 'Example Generator', version: '2.1' }],
}
const ACTIONS = [
  {
    action: 'c2pa.created',
    when: '2026-05-04T10:20:30Z',
    softwareAgent: { name: 'Example Model', version: '7' },
    digitalSourceType: 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia',
  },
  { action: 'c2pa.edited', softwareAgent: 'Example Editor' },
]

export function manifests({
  claim = CLAIM,
  actions = ACTIONS,
  certificate = CERTIFICATE,
  isProtected = false,
}: Claim = {}): Buffer {
  const chain = new Map([[33, [certificate]]])
  const none = new Map()
  const sign = [cbor(isProtected ? chain : none), isProtected ? none : chain, null, Buffer.alloc(64)]
  const signature = Buffer.concat([Buffer.from([0xd2]), cbor(sign)])
  const older = superbox(
    'c2ma',
    'urn:c2pa:1',
    superbox('c2cl', 'c2pa.claim', box('cbor', cbor({ 'dc:title': 'older' }))),
  )
  return superbox(
    'c2pa',
    'c2pa',
    older,
    superbox(
      'c2ma',
      'urn:c2pa:2',
      superbox('c2as', 'c2pa.assertions', superbox('cbor', 'c2pa.actions', box('cbor', cbor({ actions })))),
      superbox('c2cl', 'c2pa.claim.v2', box('cbor', cbor(claim))),
      superbox('c2cs', 'c2pa.signature', box('cbor', signature)),
    ),
  )
}

/** Signs a file of this name, as `samples.ts` makes it. */
export const SIGN: Readonly<Record<string, (bytes: Buffer, signed: Buffer) => Buffer>> = {
  'a.png': (bytes, signed) => withChunk(bytes, 'caBX', signed),
  // Divided, as what is larger than a segment is.
  'photo.jpg': (bytes, signed) => {
    const parts = [signed.subarray(8, 200), signed.subarray(200)]
    const segments = parts.map((part, at) => segment(signed.subarray(0, 8), part, at + 1))
    return Buffer.concat([bytes.subarray(0, 2), ...segments, bytes.subarray(2)])
  },
  'extended.webp': riffSigned,
  'song.mp3': (bytes, signed) => {
    const names = Buffer.from('\0application/x-c2pa-manifest-store\0c2pa\0c2pa manifest store\0', 'latin1')
    const frame = id3Frame('GEOB', Buffer.concat([names, signed]))
    return Buffer.concat([Buffer.from('ID3\u0004\0\0', 'latin1'), sevenBits(frame.length), frame, bytes])
  },
  'audio.wav': riffSigned,
  'video.mp4': (bytes, signed) => {
    const uuid = Buffer.from('d8fec3d61b0e483c92975828877ec481', 'hex')
    return Buffer.concat([
      bytes,
      box('uuid', uuid, Buffer.alloc(4), Buffer.from('manifest\0'), Buffer.alloc(8), signed),
    ])
  },
}

function riffSigned(bytes: Buffer, signed: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32LE(signed.length)
  const whole = Buffer.concat([bytes, Buffer.from('C2PA'), length, signed, Buffer.alloc(signed.length % 2)])
  whole.writeUInt32LE(whole.length - 8, 4)
  return whole
}

/** Source: ID3 tag version 2.4.0, "Main Structure", 4 and 6.2. */
function id3Frame(id: string, content: Buffer): Buffer {
  return Buffer.concat([Buffer.from(id), sevenBits(content.length), Buffer.alloc(2), content])
}

function sevenBits(value: number): Buffer {
  return Buffer.from([21, 14, 7, 0].map((shift) => (value >>> shift) & 0x7f))
}

function segment(boxHead: Buffer, part: Buffer, place: number): Buffer {
  const bytes = Buffer.concat([
    Buffer.from([0xff, 0xeb, 0, 0]),
    Buffer.from('JP\0\u0001\0\0\0', 'latin1'),
    Buffer.from([place]),
    boxHead,
    part,
  ])
  bytes.writeUInt16BE(bytes.length - 2, 2)
  return bytes
}
