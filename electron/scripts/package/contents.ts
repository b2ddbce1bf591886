/** What a packed program holds, how large it is, and what must not be in it. */
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { listPackage } from '@electron/asar'

/** Atelier's own part of an installation, without Electron: 39 MB on Linux x64, and room for a quarter more. */
export const SIZE_BUDGET_BYTES = 50_000_000

/** The program for terminals and agents, which is Node: 111 MB on Linux x64, where it is stripped. */
export const PROGRAM_BUDGET_BYTES = 140_000_000

export interface PackageContents {
  /** Every file of the archive, with `/`, without a leading one. */
  readonly files: readonly string[]
  readonly archiveBytes: number
  /** What lies beside the archive because the system's loader has to reach it. Its files are in `files` as well. */
  readonly unpackedBytes: number
  /** 0 where the program is missing. */
  readonly programBytes: number
}

/** The contents by the folder that holds `app.asar`, and by the file of the program for agents. */
export function readContents(resourcesDir: string, program: string | null): PackageContents {
  const archive = join(resourcesDir, 'app.asar')
  const entries = listPackage(archive, { isPack: false }).map((path) => path.replaceAll('\\', '/').slice(1))
  const folders = new Set(entries.map((path) => path.slice(0, Math.max(0, path.lastIndexOf('/')))))
  return {
    files: entries.filter((path) => !folders.has(path)),
    archiveBytes: statSync(archive).size,
    unpackedBytes: sizeOf(join(resourcesDir, 'app.asar.unpacked')),
    programBytes: program === null ? 0 : statSync(program).size,
  }
}

/** Nothing but this is packed. */
const ALLOWED: readonly RegExp[] = [
  /^package\.json$/u,
  /^\.build\/(?:desktop|local-service)\/[\w.-]+\.(?:js|cjs)$/u,
  /^\.build\/page\/(?:index\.html|assets\/[\w.-]+\.(?:js|css|woff2?|svg|png|wasm))$/u,
  /^assets\/shell\/[\w-]+\.png$/u,
  /^assets\/samples\/[\w-]+\.(?:png|jpg|webp|mp4|mp3)$/u,
  /^node_modules\/(?:sharp|semver|detect-libc|@img\/[\w-]+)\/(?:[\w./-]+\.(?:js|cjs|mjs|json|node|so|dll|dylib)(?:\.[\d.]+)?|LICENSE(?:\.\w+)?)$/u,
]

/** Sources, tests, maps and secrets: refused wherever they lie, also where an allowed pattern would take them. */
const REFUSED: readonly RegExp[] = [
  /\.(?:ts|tsx|map|env|pem|key|p12|pfx|db|log|sqlite)$/u,
  /(?:^|\/)(?:test|tests|__tests__|\.git|\.github|\.env)(?:\/|$)/u,
  /(?:^|\/)\.npmrc$/u,
]

/** The files that have no business in a package. */
export function strangersIn(files: readonly string[]): readonly string[] {
  return files.filter(
    (file) => REFUSED.some((pattern) => pattern.test(file)) || !ALLOWED.some((pattern) => pattern.test(file)),
  )
}

function sizeOf(folder: string): number {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries.reduce(
    (sum, entry) => sum + (entry.isFile() ? statSync(join(entry.parentPath, entry.name)).size : 0),
    0,
  )
}
