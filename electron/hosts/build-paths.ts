/**
 * Where the parts of Atelier lie on disk, seen from a host.
 *
 * A host runs either from its source (`electron/hosts/…/main.ts`) or as one built file (`.build/<host>/main.js`). The
 * extension of this very module tells which.
 */
import { join } from 'node:path'
import manifest from '../../package.json' with { type: 'json' }

const fromSource = import.meta.filename.endsWith('.ts')
const buildDir = join(import.meta.dirname, fromSource ? '../../.build' : '..')

/** The built page: index.html and its hashed assets. */
export const PAGE_DIR = join(buildDir, 'page')

/** The built preload of the desktop's window: one CommonJS file. */
export const PRELOAD_FILE = join(buildDir, 'desktop', 'preload.cjs')

/** Icons of the tray, the taskbar and a drag. */
export const SHELL_ICONS_DIR = join(buildDir, '../assets/shell')

/** Sample assets that a new library begins with. */
export const SAMPLES_DIR = join(buildDir, '../assets/samples')

/** The licenses of what Atelier is made of. Beside the archive of a packed program, where people can open it. */
export const LICENSES_FILE = buildDir.endsWith(join('app.asar', '.build'))
  ? join(buildDir, '../../THIRD-PARTY-LICENSES.txt')
  : join(buildDir, 'licenses', 'THIRD-PARTY-LICENSES.txt')

/** The entry of the bundled local service, run as a process of its own. */
export const LOCAL_SERVICE_ENTRY = fromSource
  ? join(import.meta.dirname, '../local-service/main.ts')
  : join(buildDir, 'local-service', 'main.js')

/** The version of Atelier, as package.json has it. A build carries it inside. */
export const VERSION: string = manifest.version
