/**
 * What a build is made of: one row for each file or folder that the hosts expect in `.build/`.
 *
 * A program is one file that holds all it needs. Beside a host's lie parts that few starts need: another language, the agents'
 * protocol, a proxy. They are read when they are asked for.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import react from '@vitejs/plugin-react'
import type { InlineConfig, Plugin } from 'vite'
import { LANGUAGE_CODES } from '#contract/rules/languages.ts'
import { ROOT } from '../paths.ts'
import { languageMessages, messagesChunk } from './language-messages.ts'
import { packMessages } from './pack-messages.ts'

export interface Program {
  readonly source: string
  readonly output: string
  readonly format: 'es' | 'cjs'
  /** What it asks for later lies in parts beside it. */
  readonly hasParts?: true
}

/** What runs in Node or in Electron. A sandboxed preload has to be CommonJS. */
export const PROGRAMS: readonly Program[] = [
  { source: 'electron/hosts/web/main.ts', output: 'web/main.js', format: 'es', hasParts: true },
  { source: 'electron/hosts/command-line/generate.ts', output: 'command-line/generate.js', format: 'es' },
  { source: 'electron/hosts/command-line/sequence.ts', output: 'command-line/sequence.js', format: 'es' },
  {
    source: 'electron/hosts/command-line/find-results.ts',
    output: 'command-line/find-results.js',
    format: 'es',
  },
  {
    source: 'electron/hosts/command-line/read-models.ts',
    output: 'command-line/read-models.js',
    format: 'es',
  },
  { source: 'electron/hosts/stdio/stdio.ts', output: 'agents/stdio.js', format: 'es' },
  // A single executable takes one CommonJS file.
  { source: 'electron/mcp/main.ts', output: 'mcp/atelier.cjs', format: 'cjs' },
  { source: 'electron/hosts/desktop/main.ts', output: 'desktop/main.js', format: 'es', hasParts: true },
  ...['web', 'desktop', 'command-line', 'agents'].flatMap(coreParts),
  { source: 'electron/hosts/desktop/preload.ts', output: 'desktop/preload.cjs', format: 'cjs' },
  { source: 'electron/local-service/main.ts', output: 'local-service/main.js', format: 'es' },
  {
    source: 'electron/local-service/workers/media-worker.ts',
    output: 'local-service/media-worker.js',
    format: 'es',
  },
]

/** The core's threads and its process for reading files, which stand beside every program that the core is part of. */
function coreParts(folder: string): readonly Program[] {
  return [
    'electron/core/store/recovery/integrity-worker.ts',
    'electron/core/library/search/search-worker.ts',
    'electron/core/arena/arena-worker.ts',
    'electron/core/reader-worker.ts',
    'electron/core/reading/reader-guard-worker.ts',
    'electron/core/reading/watchdog-worker.ts',
    'electron/core/network/system-certificates-worker.ts',
  ].map((source) => ({ source, output: `${folder}/${basename(source, '.ts')}.js`, format: 'es' }))
}

/** What the browser or Electron's window shows. */
export const PAGE = { source: 'renderer/index.html', output: 'page/index.html' } as const

/** Packages with a native part, which are loaded from node_modules, and what the runtime itself brings. */
const EXTERNAL = ['electron', /^node:/u, 'sharp', '@napi-rs/keyring']

/** Of `web/main.js` for example `web/main.undici.x3z7Pl3N.js`: named by the program, as several share a folder, and by its content. */
const partNames = (program: string): string => `${program.replace(/\.js$/u, '')}.[name].[hash:8].js`
const PART_NAME = /^[\w-]+\.[\w-]+\.[\w-]{8}\.js$/u

/** Whether a file of the build, by its name, is a part of a program. */
export function isPart(name: string): boolean {
  return PART_NAME.test(name)
}

const MESSAGES = join(ROOT, 'electron/contract/messages')
const MESSAGES_OF = '\0messages-'

/** The messages of a language, which lie in many files, are one part. */
const languageParts: Plugin = {
  name: 'language-parts',
  resolveId: (id) => (id.startsWith(MESSAGES_OF) ? id : null),
  load: (id) => {
    if (id.startsWith(MESSAGES_OF)) return `export default ${messagesIn(id.slice(MESSAGES_OF.length))}`
    if (!id.replaceAll('\\', '/').endsWith('/contract/messages/catalogues.ts')) return null
    const loaders = LANGUAGE_CODES.map(
      (code) => `'${code}': async () => [(await import(${JSON.stringify(MESSAGES_OF + code)})).default]`,
    )
    return `export const CATALOGUES = {${loaders.join(',')}}`
  },
}

function messagesIn(language: string): string {
  const files = readdirSync(join(MESSAGES, language)).filter((name) => name.endsWith('.json'))
  const read = (name: string): unknown => JSON.parse(readFileSync(join(MESSAGES, language, name), 'utf8'))
  return JSON.stringify(Object.assign({}, ...files.map(read)))
}

const COMMON: InlineConfig = { configFile: false, root: ROOT, logLevel: 'warn', mode: 'production' }

/** A single character beyond ASCII doubles what Node holds of a program's text: by 4.5 MB for the host's. */
const escapedText: Plugin = {
  name: 'escaped-text',
  // Last: whatever prints the program again writes the characters as they are.
  generateBundle: {
    order: 'post',
    handler: (_options, bundle) => {
      for (const part of Object.values(bundle))
        if (part.type === 'chunk') part.code = part.code.replace(BEYOND_ASCII, escaped)
    },
  },
}

/** One behind a backslash stays as it is. */
const BEYOND_ASCII = /(?<!\\)[\u0080-\uffff]/g

function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
}

/** Of package.json only the version is asked for: the rest, the packages of developers among it, is not for a program. */
const versionAlone: Plugin = {
  name: 'version-alone',
  load: (id) =>
    id.replaceAll('\\', '/') === MANIFEST.replaceAll('\\', '/')
      ? JSON.stringify({
          version: (JSON.parse(readFileSync(MANIFEST, 'utf8')) as { version: string }).version,
        })
      : null,
}
const MANIFEST = join(ROOT, 'package.json')

/** Vite's configuration for one program, built below `outDir`. */
export function programConfig({ source, output, format, hasParts }: Program, outDir: string): InlineConfig {
  return {
    ...COMMON,
    plugins: [versionAlone, languageParts, escapedText],
    publicDir: false,
    ssr: { noExternal: true, target: 'node' },
    build: {
      ssr: true,
      outDir,
      emptyOutDir: false,
      target: 'node24',
      minify: false,
      sourcemap: true,
      rolldownOptions: {
        input: join(ROOT, source),
        external: EXTERNAL,
        output: {
          format,
          codeSplitting: hasParts === true,
          entryFileNames: output,
          chunkFileNames: partNames(output),
        },
      },
    },
  }
}

/** Source: FormatJS, "Advanced Usage", which names `no-parser` for messages that are parsed when the page is built. */
const packedMessages: Plugin = {
  name: 'packed-messages',
  load: (id) =>
    /\/renderer\/locales\/.*\/(?!translation)[\w-]+\.json$/u.test(id)
      ? JSON.stringify(packMessages(JSON.parse(readFileSync(id, 'utf8')) as Record<string, string>))
      : null,
}

/** The messages of a part bear the language and the part, so that a person finds them. */
function chunkName({ facadeModuleId }: { readonly facadeModuleId: string | null }): string {
  return `assets/${messagesChunk(facadeModuleId ?? '') ?? '[name]'}-[hash].js`
}

/** What a part imports comes from this computer as soon as its script has been read. Named in the page's own, it would be 1.5 kB of a first view. */
function stylesAlone(
  _file: string,
  dependencies: readonly string[],
  { hostType }: { readonly hostType: 'html' | 'js' },
): string[] {
  return dependencies.filter((name) => hostType === 'html' || name.endsWith('.css'))
}

/** Vite's configuration for the page: nothing inline, because its policy allows only files of its own origin. */
export function pageConfig(outDir: string): InlineConfig {
  return {
    ...COMMON,
    root: join(ROOT, 'renderer'),
    cacheDir: join(ROOT, '.build', 'cache', 'vite'),
    plugins: [react(), languageMessages, packedMessages],
    resolve: {
      alias: [
        {
          find: /^@formatjs\/icu-messageformat-parser$/u,
          replacement: '@formatjs/icu-messageformat-parser/no-parser.js',
        },
      ],
    },
    build: {
      outDir: join(outDir, 'page'),
      emptyOutDir: true,
      target: 'chrome140',
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false, resolveDependencies: stylesAlone },
      // The page comes from this computer. What counts is what a first view loads (first-view.test.ts).
      chunkSizeWarningLimit: 1_000,
      // What a slow machine would be told of how long each plugin took.
      rolldownOptions: {
        checks: { bundlerTimings: false },
        output: {
          chunkFileNames: chunkName,
          // One script, whatever of it the parts share with one another: each cut costs some hundred bytes of a first view.
          codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] },
        },
      },
    },
  }
}
