/** Content Credentials: what a signed file says of who signed it and how it was made. Shown, never vouched for. */
import { z } from 'zod'
import { id, route } from './route.ts'

export interface CredentialsAction {
  /** As C2PA names it, such as `c2pa.created`, or as the signer does. */
  readonly action: string
  /** The program that did it. */
  readonly tool?: string
  /** ISO 8601, as far as the signer keeps to it. */
  readonly when?: string
  /** The last part of IPTC's digital source type, such as `trainedAlgorithmicMedia`. */
  readonly sourceType?: string
}

/** Nothing of this is checked: whoever can write a file can write this. */
export interface Credentials {
  /** Of the certificate that the signature names. */
  readonly signer?: string
  /** Who issued the certificate, as it says itself. */
  readonly issuer?: string
  /** The program that made the claim. */
  readonly generator?: string
  readonly title?: string
  readonly actions: readonly CredentialsAction[]
}

export const credentialsRoutes = {
  /** Null where the file is not signed. `unreadable`: it is signed in a way that cannot be read. */
  'credentials.read': route<{ readonly credentials: Credentials | 'unreadable' | null }>()(
    z.strictObject({ id }),
  ),
} as const
