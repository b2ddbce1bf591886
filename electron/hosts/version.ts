/** The version of Atelier, as package.json has it. A build carries it inside. */
import manifest from '../../package.json' with { type: 'json' }

export const VERSION: string = manifest.version
