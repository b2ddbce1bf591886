/**
 * What a signed file says of who signed it and how it was made. Nothing is checked: no signature, no hash, no certificate.
 *
 * Sources: C2PA Technical Specification 2.1, 8 (manifests), 10 (claims), 13 (signatures) and 18 (assertions); RFC 9360 (x5chain);
 * IPTC NewsCodes, Digital Source Type.
 */
import { X509Certificate } from 'node:crypto'
import type { Credentials, CredentialsAction } from '#contract/credentials.ts'
import { withFileSource } from '../byte-source.ts'
import { cleanLine } from '../clean-json.ts'
import { containerFor } from '../embed-recipe.ts'
import { type CborMap, readCbor } from './cbor.ts'
import { type Superbox, superboxesIn } from './jumbf.ts'

const LONGEST = 200
const MAX_ACTIONS = 20
/** The header in which COSE carries certificates; some write its name. */
const CERTIFICATES = [33, 'x5chain'] as const

/** Null where the file is not signed; `unreadable` where it is and cannot be read. @throws Error when the file cannot be read. */
export async function readCredentials(
  path: string,
  extension: string,
): Promise<Credentials | 'unreadable' | null> {
  const bytes = await withFileSource(path, async (source) => containerFor(extension)?.readSigned?.(source))
  if (!bytes) return null
  return credentialsIn(bytes) ?? 'unreadable'
}

/** Null where the bytes are no manifests. */
export function credentialsIn(bytes: Buffer): Credentials | null {
  const store = superboxesIn(bytes).find(({ label }) => label === 'c2pa')
  // The last one is that of the file, the others are those of what it was made of.
  const manifest = store?.inside.at(-1)
  if (!manifest) return null
  const parts = manifest.inside
  const claim = mapIn(parts.find(({ label }) => /^c2pa\.claim(?:\.v2)?$/.test(label)))
  if (!claim) return null
  const generator = generatorOf(claim)
  const title = textOf(claim.get('dc:title'))
  return {
    ...signerOf(parts.find(({ label }) => label === 'c2pa.signature')),
    ...(generator !== undefined && { generator }),
    ...(title !== undefined && { title }),
    actions: actionsIn(parts.find(({ label }) => label === 'c2pa.assertions')),
  }
}

function mapIn(box: Superbox | undefined): CborMap | null {
  const content = box?.content('cbor')
  const value = content ? readCbor(content) : null
  return value instanceof Map ? (value as CborMap) : null
}

/** A name with its version, as claims name programs. */
function programOf(value: unknown): string | undefined {
  if (typeof value === 'string') return textOf(value)
  const first: unknown = Array.isArray(value) ? value[0] : value
  if (!(first instanceof Map)) return undefined
  const [name, version] = [textOf(first.get('name')), textOf(first.get('version'))]
  return name === undefined || version === undefined ? name : `${name} ${version}`
}

function generatorOf(claim: CborMap): string | undefined {
  return programOf(claim.get('claim_generator_info')) ?? programOf(claim.get('claim_generator'))
}

function actionsIn(assertions: Superbox | undefined): readonly CredentialsAction[] {
  const box = assertions?.inside.find(({ label }) => /^c2pa\.actions(?:\.v2)?$/.test(label))
  const list = mapIn(box)?.get('actions')
  if (!Array.isArray(list)) return []
  return (list as readonly unknown[]).slice(0, MAX_ACTIONS).flatMap((item) => {
    const action = item instanceof Map ? textOf(item.get('action')) : undefined
    if (!(item instanceof Map) || action === undefined) return []
    const [tool, when] = [programOf(item.get('softwareAgent')), textOf(item.get('when'))]
    const sourceType = textOf(item.get('digitalSourceType'))?.split('/').at(-1)
    return [
      {
        action,
        ...(tool !== undefined && { tool }),
        ...(when !== undefined && { when }),
        ...(sourceType !== undefined && { sourceType }),
      },
    ]
  })
}

/** Of the first certificate, which is the signer's own. */
function signerOf(box: Superbox | undefined): Pick<Credentials, 'signer' | 'issuer'> {
  const content = box?.content('cbor')
  const signed = content ? readCbor(content) : null
  if (!Array.isArray(signed)) return {}
  const [head, open] = signed as readonly unknown[]
  const headers = [Buffer.isBuffer(head) ? readCbor(head) : null, open]
  for (const header of headers) {
    if (!(header instanceof Map)) continue
    for (const name of CERTIFICATES) {
      const chain: unknown = header.get(name)
      const first: unknown = Array.isArray(chain) ? chain[0] : chain
      if (Buffer.isBuffer(first)) return namesIn(first)
    }
  }
  return {}
}

function namesIn(der: Buffer): Pick<Credentials, 'signer' | 'issuer'> {
  try {
    const { subject, issuer } = new X509Certificate(der)
    const [signer, issuedBy] = [nameIn(subject), nameIn(issuer)]
    return { ...(signer !== undefined && { signer }), ...(issuedBy !== undefined && { issuer: issuedBy }) }
  } catch {
    return {}
  }
}

/** The common name, with the organization behind it where that is another. */
function nameIn(name: string): string | undefined {
  const part = (key: string) => textOf(new RegExp(`^${key}=(.*)$`, 'm').exec(name)?.[1])
  const [common, organization] = [part('CN'), part('O')]
  if (common === undefined || organization === undefined || common === organization)
    return common ?? organization
  return `${common} (${organization})`
}

function textOf(value: unknown): string | undefined {
  const text = typeof value === 'string' ? cleanLine(value, LONGEST) : ''
  return text === '' ? undefined : text
}
