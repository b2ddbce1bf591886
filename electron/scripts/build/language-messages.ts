/**
 * The page's messages by language: a script for each language that is offered, with the messages of the first view, from which those of the
 * other parts are loaded. So a first view holds the names of none of these files but one.
 *
 * English stands beside React Aria's components; what they say in the chosen language comes after the first view. All of their languages
 * would be a twentieth of what that loads.
 */
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'
import { LANGUAGE_CODES } from '#contract/rules/languages.ts'
import { ROOT } from '../paths.ts'

const LOCALES = join(ROOT, 'renderer/locales')
const LOADER = /\/renderer\/locales\/files\.ts$/u
const DICTIONARY = /\/(react-(?:aria|stately)[\w-]*)\/dist\/private\/(?:(\w+)\/)?intlStrings\.mjs$/u
const MESSAGES = '\0messages:'
const COMPONENTS = '\0component-messages:'
const DICTIONARIES = '\0dictionaries'

export const languageMessages: Plugin = {
  name: 'language-messages',
  resolveId: (id) =>
    id.startsWith('\0') && [MESSAGES, COMPONENTS, DICTIONARIES].some((own) => id.startsWith(own)) ? id : null,
  load(id) {
    const path = id.replaceAll('\\', '/')
    if (LOADER.test(path)) return loader()
    if (id === DICTIONARIES) return dictionaries()
    if (id.startsWith(MESSAGES)) return areasOf(id.slice(MESSAGES.length))
    if (id.startsWith(COMPONENTS)) return componentMessages(id.slice(COMPONENTS.length))
    const [, component, area] = DICTIONARY.exec(path) ?? []
    return component === undefined ? null : dictionaryOf(id, nameOf(component, area))
  },
}

/** `messages-<language>-<area>` for a module that holds messages; null for any other. */
export function messagesChunk(id: string): string | null {
  if (id.startsWith(MESSAGES)) return `messages-${id.slice(MESSAGES.length)}-first`
  if (id.startsWith(COMPONENTS)) return `messages-${id.slice(COMPONENTS.length)}-components`
  const [, language, area] =
    /\/renderer\/locales\/([\w-]+)\/(\w+)\.json$/u.exec(id.replaceAll('\\', '/')) ?? []
  return area === undefined ? null : `messages-${language}-${area}`
}

/** What stands for renderer/locales/files.ts. */
function loader(): string {
  const loaders = LANGUAGE_CODES.map((code) => `'${code}': () => import(${JSON.stringify(MESSAGES + code)})`)
  return `const LANGUAGES = { ${loaders.join(', ')} }
export const loadMessages = async (language, area) => (await LANGUAGES[language]()).areas[area]()
export const loadComponentMessages = async (language) => (await LANGUAGES[language]()).areas.components?.()
export const loadTranslation = async (language) => (await LANGUAGES[language]()).areas.translation?.()`
}

/** A dictionary says in English what it has not been told in another language. */
function dictionaries(): string {
  const locales = LANGUAGE_CODES.filter((code) => code !== 'en').map(localeOf)
  return `const all = {}
const loaded = {}
export const dictionary = (name, english) => {
  all[name] = { 'en-US': english }
  for (const locale of ${JSON.stringify(locales)}) all[name][locale] = { ...english, ...loaded[locale]?.[name] }
  return all[name]
}
export const fill = (locale, messages) => {
  loaded[locale] = messages
  for (const name in messages) if (all[name]) Object.assign(all[name][locale], messages[name])
}`
}

/** A component's dictionary: English, and what is filled in. */
function dictionaryOf(file: string, name: string): string {
  const [, english = ''] = /from "([^"]+en-US\.mjs)"/u.exec(readFileSync(file, 'utf8')) ?? []
  return `import english from ${JSON.stringify(join(dirname(file), english))}
import { dictionary } from '${DICTIONARIES}'
export default /* @__PURE__ */ dictionary('${name}', english)`
}

function areasOf(language: string): string {
  const areas = readdirSync(join(LOCALES, language)).map((file) => file.replace('.json', ''))
  const loaders = areas.map((area) => {
    const file = JSON.stringify(join(LOCALES, language, `${area}.json`))
    return area === 'first' ? `first: () => first` : `${area}: async () => (await import(${file})).default`
  })
  if (language !== 'en') loaders.push(`components: () => import(${JSON.stringify(COMPONENTS + language)})`)
  return `import first from ${JSON.stringify(join(LOCALES, language, 'first.json'))}
export const areas = { ${loaders.join(', ')} }`
}

/** Fills in what React Aria says in a language. */
function componentMessages(language: string): string {
  const locale = localeOf(language)
  const pattern = `node_modules/react-{aria,stately}*/dist/private/intl/**/${locale}.mjs`
  const files = globSync(pattern, { cwd: ROOT }).map((file, index) => {
    const [, component = '', area] =
      /(react-[\w-]+)\/dist\/private\/intl\/(?:(\w+)\/)?/u.exec(file.replaceAll('\\', '/')) ?? []
    return { path: join(ROOT, file), name: nameOf(component, area), local: `messages${index}` }
  })
  const imports = files.map(({ path, local }) => `import ${local} from ${JSON.stringify(path)}`)
  return `import { fill } from '${DICTIONARIES}'
${imports.join('\n')}
fill('${locale}', { ${files.map(({ name, local }) => `'${name}': ${local}`).join(', ')} })`
}

function nameOf(component: string, area = ''): string {
  return `${component}/${area}`
}

/** How React Aria names a language: with the region of most of its readers. */
function localeOf(language: string): string {
  const { language: own, region } = new Intl.Locale(language).maximize()
  return `${own}-${region}`
}
