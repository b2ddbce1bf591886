/**
 * What a signed file says is read from every format, and nothing that it says does harm.
 *
 * @slow 50,000 damaged values instead of 2,000.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readCbor } from '#core/library/provenance/credentials/cbor.ts'
import { credentialsIn, readCredentials } from '#core/library/provenance/credentials/read-credentials.ts'
import { scaled, slow } from '#test/stand-ins/scale.ts'
import { seededRandom } from '#test/stand-ins/seeded-random.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { extensionOf, SAMPLES } from './samples.ts'
import { box, cbor, manifests, SIGN, superbox } from './signed.ts'

const SAID = {
  signer: 'Example Signer (Example Studio)',
  issuer: 'Example Signer (Example Studio)',
  generator: 'Example Generator 2.1',
  title: 'A fox in snow',
  actions: [
    {
      action: 'c2pa.created',
      when: '2026-05-04T10:20:30Z',
      tool: 'Example Model 7',
      sourceType: 'trainedAlgorithmicMedia',
    },
    { action: 'c2pa.edited', tool: 'Example Editor' },
  ],
}

test.each(Object.keys(SIGN))('%s says who signed it', async (name) => {
  const original = Buffer.from((await SAMPLES[name]?.()) ?? [])
  const path = join(await makeTempDir(), name)
  await writeFile(path, original)
  expect(await readCredentials(path, extensionOf(name))).toBeNull()
  await writeFile(path, SIGN[name]?.(original, manifests()) ?? original)
  expect(await readCredentials(path, extensionOf(name))).toEqual(SAID)
  await writeFile(path, SIGN[name]?.(original, superbox('c2pa', 'c2pa', Buffer.alloc(300))) ?? original)
  expect(await readCredentials(path, extensionOf(name))).toBe('unreadable')
})

test('older and newer signers put things in other places', () => {
  expect(credentialsIn(manifests({ isProtected: true }))).toEqual(SAID)
  const claim = { claim_generator: 'older_tool/0.9' }
  expect(credentialsIn(manifests({ claim, actions: [] }))).toEqual({
    signer: SAID.signer,
    issuer: SAID.issuer,
    generator: 'older_tool/0.9',
    actions: [],
  })
})

test('what it says is one short line that reads as it is written', () => {
  const claim = { 'dc:title': `a\u202egnp.exe\n\u0007${'x'.repeat(5_000)}`, claim_generator: { no: 'text' } }
  const actions = Array.from({ length: 500 }, () => ({ action: 'c2pa.edited' }))
  const read = credentialsIn(manifests({ claim, actions, certificate: Buffer.from('none') }))
  expect(read?.title).toBe(`agnp.exe ${'x'.repeat(190)}`)
  expect(read).not.toHaveProperty('signer')
  expect(read).not.toHaveProperty('generator')
  expect(read?.actions).toHaveLength(20)
})

slow('bytes that are no manifests, or hostile ones, are none and end soon', () => {
  expect(credentialsIn(Buffer.alloc(0))).toBeNull()
  const deep = Buffer.concat([Buffer.alloc(100_000, 0x81), cbor(1)])
  const long = Buffer.from([0x9b, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff])
  const endless = Buffer.alloc(1_000_000, 0x9f)
  const many = Buffer.concat([Buffer.from([0x9f]), Buffer.alloc(1_000_000, 0xf6), Buffer.from([0xff])])
  for (const bytes of [deep, long, endless, many]) {
    expect(readCbor(bytes)).toBeUndefined()
    expect(
      credentialsIn(
        superbox('c2pa', 'c2pa', superbox('c2ma', 'urn', superbox('c2cl', 'c2pa.claim', box('cbor', bytes)))),
      ),
    ).toBeNull()
  }
  let nested: Buffer = Buffer.alloc(0)
  for (let depth = 0; depth < 2_000; depth++) nested = superbox('c2pa', 'c2pa', nested)
  expect(credentialsIn(nested)).toBeNull()
})

slow('a manifest with any bytes changed is read or not, and nothing else', () => {
  const random = seededRandom(7)
  const whole = manifests()
  for (let round = 0; round < scaled(2_000, 50_000); round++) {
    const bytes = Buffer.from(
      whole.subarray(0, random() < 0.3 ? Math.floor(random() * whole.length) : undefined),
    )
    for (let change = 0; change < 4; change++)
      bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256)
    const read = credentialsIn(bytes)
    expect(JSON.stringify(read).length).toBeLessThan(20_000)
  }
})

test('CBOR is read as its specification has it', () => {
  // RFC 8949, Appendix A.
  const examples: readonly (readonly [string, unknown])[] = [
    ['1903e8', 1000],
    ['3903e7', -1000],
    ['fb3ff199999999999a', 1.1],
    ['f5', true],
    ['c11a514b67b0', 1_363_896_240],
    ['6449455446', 'IETF'],
    ['83010203', [1, 2, 3]],
    ['9f018202039f0405ffff', [1, [2, 3], [4, 5]]],
    ['7f657374726561646d696e67ff', 'streaming'],
    [
      'a201020304',
      new Map([
        [1, 2],
        [3, 4],
      ]),
    ],
  ]
  for (const [hex, value] of examples) expect(readCbor(Buffer.from(hex, 'hex'))).toEqual(value)
})
