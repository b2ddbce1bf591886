import { expect, test } from 'vitest'
import {
  acceptedLanguages,
  isWrittenAs,
  LANGUAGE_CODES,
  languageFor,
  terminalLanguage,
} from '#contract/rules/languages.ts'

test('a chosen language counts before those of the system', () => {
  expect(languageFor('en', ['de', 'fr'])).toBe('en')
})

test('nobody is served in a language that is not offered', () => {
  expect(languageFor('system', [])).toBe('en')
  expect(languageFor('system', ['xx', 'no tag', ''])).toBe('en')
})

test('a region has no part in it, a script has', () => {
  expect(LANGUAGE_CODES.filter((language) => isWrittenAs('en-AU', language))).toEqual(['en'])
  expect(isWrittenAs('en-Shaw', 'en')).toBe(false)
  expect(isWrittenAs('no tag', 'en')).toBe(false)
})

test('a browser names its languages by their quality', () => {
  expect(acceptedLanguages('fr;q=0.5, de-AT, *;q=0.1, es;q=0')).toEqual(['de-AT', 'fr'])
  expect(acceptedLanguages(null)).toEqual([])
})

test('a terminal reads what LC_ALL says, else LC_MESSAGES, else LANG', () => {
  const heard: string[] = []
  const environment = new Proxy<Record<string, string>>(
    { LC_MESSAGES: 'en_GB.UTF-8', LANG: 'xx_XX' },
    { get: (target, name) => (heard.push(String(name)), target[String(name)]) },
  )
  expect(terminalLanguage(environment)).toBe('en')
  expect(heard).toEqual(['LC_ALL', 'LC_MESSAGES', 'LANG'])
  for (const LANG of ['C', 'C.UTF-8', 'POSIX', '']) expect(terminalLanguage({ LANG })).toBe('en')
})
