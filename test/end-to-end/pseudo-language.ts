/**
 * Languages that nobody speaks, made of English while a test runs: one that is 40 % longer, and one from right to left. No user is offered
 * them. What is still English on the screen then is no message, and what is cut off would be so in a long language.
 */
import { printAST } from '@formatjs/icu-messageformat-parser/printer.js'
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { saidAnew, type Say } from '#core/messages/render.ts'
import { say } from '#test/stand-ins/say.ts'
import { packMessages } from '../../electron/scripts/build/pack-messages.ts'

const LOCALES = join(import.meta.dirname, '../../renderer/locales/en')

const ASSETS = join(import.meta.dirname, '../../.build/page/assets')

export type Pseudo = 'longer' | 'right-to-left'

const PLAIN = 'AaCcEeGgIiNnOoRrSsUuYy'
const MARKED = 'ÅåÇçÉéĜĝÎîÑñÖöŘřŠšÛûÝý'
/** What a longer text ends with, a word at a time, so that it breaks as a text does. */
const PADDING = ['ẋẋẋẋ', 'ẋẋẋ', 'ẋẋẋẋẋ', 'ẋẋ']
const MORE = 0.4

/** Makes the page speak it from its next load on: its own words, and what the host says in answers. */
export async function speakPseudo(page: Page, kind: Pseudo): Promise<void> {
  const change = kind === 'longer' ? longer : mirrored
  await page.route(/\/assets\/messages-en-\w+-[\w-]+\.js$/u, async (route) => {
    const [, area = ''] = /messages-en-(\w+)-/u.exec(route.request().url()) ?? []
    const texts = JSON.parse(readFileSync(join(LOCALES, `${area}.json`), 'utf8')) as Record<string, string>
    const changed = Object.fromEntries(Object.entries(texts).map(([id, text]) => [id, inWords(text, change)]))
    const packed = JSON.stringify(packMessages(changed))
    const body =
      area === 'first'
        ? `export const areas = { first: () => (${packed}), ${others()} }`
        : `export default ${packed}`
    await route.fulfill({ contentType: 'text/javascript', body })
  })
  const voice: Say = (said) => change(say(said))
  await page.route(/\/rpc\//u, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: saidAnew<unknown>(await response.json(), voice) })
  })
}

/** The other parts, as the script of a language loads them (electron/scripts/build/language-messages.ts). */
function others(): string {
  const files = readdirSync(ASSETS).flatMap((file) => {
    const [, area] = /^messages-en-(\w+)-[\w-]+\.js$/u.exec(file) ?? []
    return area === undefined || area === 'first'
      ? []
      : [`${area}: async () => (await import('./${file}')).default`]
  })
  return files.join(', ')
}

/** A message with its texts changed and its values as they are. */
function inWords(text: string, change: (text: string) => string): string {
  const changed = (parts: readonly MessageFormatElement[]): MessageFormatElement[] =>
    parts.map((part) => {
      if (part.type === TYPE.literal) return { ...part, value: change(part.value) }
      if (part.type !== TYPE.plural && part.type !== TYPE.select) return part
      const options = Object.entries(part.options).map(([name, option]) => [
        name,
        { ...option, value: changed(option.value) },
      ])
      return { ...part, options: Object.fromEntries(options) as typeof part.options }
    })
  return printAST(changed(parse(text)))
}

function longer(text: string): string {
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  if (letters === 0) return text
  let more = ''
  for (let at = 0; more.length < letters * MORE; at++) more += ` ${PADDING[at % PADDING.length]}`
  return (
    Array.from(text, (letter) => MARKED[PLAIN.indexOf(letter)] ?? letter).join('') +
    more.slice(0, Math.ceil(letters * MORE) + 1)
  )
}

/** From right to left by its marks (Unicode Standard Annex 9, 2.2), and still readable for who looks at a picture of it. */
function mirrored(text: string): string {
  if (!/\p{L}/u.test(text)) return text
  return `\u202e${Array.from(text, (letter) => MARKED[PLAIN.indexOf(letter)] ?? letter).join('')}\u202c`
}
