/** How programs for Windows are signed: with Azure Artifact Signing where its account is named, else with a certificate of one's own. */
import type { Configuration } from 'electron-builder'

/** The account, beside what Azure's own sign-in takes (AZURE_TENANT_ID, AZURE_CLIENT_ID, AZURE_CLIENT_SECRET). */
const AZURE_VARIABLES = {
  endpoint: 'AZURE_SIGNING_ENDPOINT',
  codeSigningAccountName: 'AZURE_SIGNING_ACCOUNT',
  certificateProfileName: 'AZURE_SIGNING_PROFILE',
  // Updates are installed only when the same publisher has signed them.
  publisherName: 'AZURE_SIGNING_PUBLISHER',
} as const

/**
 * What electron-builder.yml is completed by: nothing where no variable is set, so that electron-builder looks for WIN_CSC_LINK.
 *
 * @throws where one is set and another is missing.
 */
export function signingFrom(env: NodeJS.ProcessEnv): Pick<Configuration, 'win'> {
  const read = (name: keyof typeof AZURE_VARIABLES): string => env[AZURE_VARIABLES[name]] ?? ''
  const azureSignOptions = {
    endpoint: read('endpoint'),
    codeSigningAccountName: read('codeSigningAccountName'),
    certificateProfileName: read('certificateProfileName'),
    publisherName: read('publisherName'),
  }
  const set = Object.values(azureSignOptions).filter((value) => value !== '')
  if (set.length === 0) return {}
  if (set.length < Object.keys(azureSignOptions).length)
    throw new Error(`Signing with Azure takes all of ${Object.values(AZURE_VARIABLES).join(', ')}.`)
  return { win: { azureSignOptions } }
}
