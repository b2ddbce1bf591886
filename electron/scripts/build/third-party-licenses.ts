/**
 * The licenses of what ships inside Atelier, gathered while it is built.
 *
 * What is inside a built file is known from the bundler; what is loaded from node_modules is named. What is compiled into a
 * package, under a license that its own file does not tell, is named in inner-works.json, and so is what lies among our own files.
 * Electron's and Chromium's own licenses lie beside an installed program already.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import type { Plugin } from 'vite'
import { ROOT } from '../paths.ts'
import { refusedWorks, type Work, worksInTable } from './allowed-licenses.ts'
import innerWorks from './inner-works.json' with { type: 'json' }

export interface LicenseCollector {
  /** For every `build()` whose outcome ships. */
  readonly plugin: Plugin
  /** The text, and every work that must not ship. Sorted by name; the same packages give the same text. */
  write(): { readonly text: string; readonly refused: readonly string[] }
}

/** A program that ships whole, with the text of its license. */
export interface ShippedProgram {
  readonly name: string
  readonly version: string
  readonly license: string
  readonly text: string
}

/**
 * @param loaded Folders of packages that are not bundled but loaded.
 * @param beside Folders of packages whose licenses are checked alone: their texts lie beside the program, or they are not in it.
 * @param programs Programs that are no packages.
 */
export function collectLicenses(
  loaded: readonly string[],
  beside: readonly string[],
  programs: readonly ShippedProgram[] = [],
): LicenseCollector {
  const folders = new Set<string>(loaded)
  return {
    plugin: {
      name: 'collect-licenses',
      generateBundle(_options, bundle) {
        for (const part of Object.values(bundle)) {
          if (part.type !== 'chunk') continue
          for (const id of Object.keys(part.modules)) {
            const folder = packageFolder(id.replaceAll('\0', ''))
            if (folder !== null) folders.add(folder)
          }
        }
      },
    },
    write: () => licensesOf([...folders], beside, programs),
  }
}

/** The folder of the package that a module is part of; null for the project's own. */
export function packageFolder(modulePath: string): string | null {
  const marker = `${sep}node_modules${sep}`
  const at = modulePath.lastIndexOf(marker)
  if (at < 0) return null
  const [scope = '', name = ''] = modulePath.slice(at + marker.length).split(sep)
  return join(modulePath.slice(0, at + marker.length), scope.startsWith('@') ? join(scope, name) : scope)
}

/** One section for each package, by its name and version. */
export function licensesOf(
  folders: readonly string[],
  beside: readonly string[] = [],
  programs: readonly ShippedProgram[] = [],
): ReturnType<LicenseCollector['write']> {
  const sections = new Map<string, string>()
  const texts = new Set<string>()
  const works: Work[] = beside.map(readManifest).map(({ name, license }) => ({ title: name, license }))
  const addInner = (name: string, title: string): void => {
    for (const work of innerWorks.filter((one) => new RegExp(one.package, 'u').test(name))) {
      const inside = `${work.name}, inside ${title}`
      const from = `Source: ${work.sources.join(' and ')}`
      const names = work.texts.length === 0 ? [] : [`Texts at the end: ${work.texts.join(', ')}`]
      works.push({ title: inside, license: work.license })
      sections.set(inside, [inside, `License: ${work.license}`, from, ...names].join('\n'))
      for (const one of work.texts) texts.add(one)
    }
  }
  addInner('atelier', 'Atelier itself')
  for (const { name, version, license, text } of programs) {
    const title = `${name} ${version}`
    works.push({ title, license })
    sections.set(title, `${title}\nLicense: ${license}\n\n${text.trim()}`)
  }
  for (const folder of folders) {
    const { name, version, license, author } = readManifest(folder)
    const title = `${name} ${version}`
    const text = licenseText(folder)
    works.push({ title, license }, ...worksInTable(text ?? '', title))
    sections.set(
      title,
      `${title}\nLicense: ${license}${author}\n\n${text ?? 'The package holds no text of its license.'}`,
    )
    addInner(name, title)
  }
  const rule = `\n\n${'-'.repeat(80)}\n\n`
  const head =
    'Atelier holds the work of others, under these licenses. sharp loads libvips as a library of its own, which may be replaced.'
  const sorted = [...sections].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, section]) => section)
  const whole = [...texts].toSorted().map((one) => `Text of ${one}\n\n${readText(one)}`)
  return { text: `${[head, ...sorted, ...whole].join(rule)}\n`, refused: [...new Set(refusedWorks(works))] }
}

function readText(name: string): string {
  return readFileSync(join(ROOT, 'assets/licenses', `${name}.txt`), 'utf8').trim()
}

function readManifest(folder: string) {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<string, unknown>
  const author = manifest['author']
  const authorName =
    typeof author === 'string'
      ? author
      : typeof author === 'object' && author !== null && 'name' in author
        ? String(author.name)
        : ''
  const { name, version, license } = manifest
  return {
    name: String(name),
    version: String(version),
    license: typeof license === 'string' ? license : 'not stated',
    author: authorName === '' ? '' : `\nBy: ${authorName}`,
  }
}

function licenseText(folder: string): string | null {
  const names = existsSync(folder) ? readdirSync(folder) : []
  const read = (name: string): string => readFileSync(join(folder, name), 'utf8').trim()
  const texts = names
    .filter((name) => /^(?:licen[cs]e|copying|notice)(?:[.-]|$)/iu.test(name))
    .toSorted()
    .map(read)
  // libvips says in its readme under which licenses the libraries in it are; on Windows that lies beside sharp's own license.
  const readmes = names.filter((name) => /^readme\.md$/iu.test(name)).map(read)
  const about = readmes.filter((text) =>
    (texts.length === 0 ? /^#+ licen[cs]ing$/imu : /^\| Library +\| Used under the terms of/mu).test(text),
  )
  return texts.length + about.length === 0 ? null : [...texts, ...about].join('\n\n')
}
