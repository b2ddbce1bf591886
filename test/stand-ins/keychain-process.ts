/**
 * One run of Atelier as the system's keychain sees it: sets the key where one is given, else reads it. Prints what there is.
 * Started with the data directory and perhaps a key.
 */
import { openKeychain } from '#adapters/node/keychain.ts'

const [dataDir = '', key] = process.argv.slice(2)
const secrets = await openKeychain(dataDir)
if (key !== undefined) await secrets?.set('profile', key)
process.stdout.write(
  `${JSON.stringify({ protection: secrets?.protection, key: await secrets?.get('profile') })}\n`,
)
