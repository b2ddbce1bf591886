import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'

const RENDERER = join(import.meta.dirname, '../../renderer')

/** The page's English files, by their paths in renderer/. */
export function messageFiles() {
  return pathsIn('locales/en', /\.json$/).map((path) => ({
    path,
    messages: JSON.parse(readFileSync(join(RENDERER, path), 'utf8')) as Readonly<Record<string, string>>,
  }))
}

/** The files of a folder of the page whose names fit, by their paths in renderer/. */
export function pathsIn(folder: string, name: RegExp): readonly string[] {
  return readdirSync(join(RENDERER, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => name.test(path))
    .map((path) => posix.join(folder, path.replaceAll('\\', '/')))
}
