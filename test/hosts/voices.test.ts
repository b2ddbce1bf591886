import { expect, test } from 'vitest'
import type { EventMessage } from '#contract/events.ts'
import { message } from '#contract/messages/message.ts'
import { LANGUAGE_CODES, type LanguageChoice } from '#contract/rules/languages.ts'
import { DEFAULT_SETTINGS } from '#contract/settings.ts'
import { openVoices, voiceOf } from '#hosts/voices.ts'
import { slow } from '#test/stand-ins/scale.ts'

const QUIT = message('desktop.tray.quit')

/** An application whose user chooses languages, and the settings that it begins with. */
function appWith(language?: string) {
  const listeners = new Set<(event: EventMessage) => void>()
  const subscribe = (listener: (event: EventMessage) => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  const choose = (language: LanguageChoice): void => {
    const settings = { ...DEFAULT_SETTINGS, appearance: { ...DEFAULT_SETTINGS.appearance, language } }
    for (const listener of listeners) listener({ name: 'settings.changed', data: { settings } })
  }
  const get = () => (language === undefined ? undefined : { theme: 'dark', language })
  return { app: { subscribe }, file: { get }, choose }
}

slow.each(LANGUAGE_CODES)(
  'speaks %s where it is the first of the languages that a reader wants',
  async (code) => {
    const voices = await openVoices()
    const said = await voices.find(['xx', code, 'en'])
    expect(voices.languageOf(['xx', code, 'en'])).toBe(code)
    expect(said(QUIT) === voices.english(QUIT)).toBe(code === 'en')
    expect(said.isEnglish).toBe(code === 'en')
  },
)

test('what the user has chosen counts before that, from the start and at once after a change', async () => {
  const voices = await openVoices()
  const { app, file, choose } = appWith('en')
  voices.follow(app, file)
  expect(voices.languageOf(['de'])).toBe('en')
  let changes = 0
  const stop = voices.onChange(() => void (changes += 1))
  choose('system')
  expect([changes, voices.languageOf(['de'])]).toEqual([
    1,
    (LANGUAGE_CODES as readonly string[]).includes('de') ? 'de' : 'en',
  ])
  choose('system')
  stop()
  choose('en')
  expect(changes).toBe(1)
})

test('a stored language that is not offered counts as none', async () => {
  const voices = await openVoices()
  const { app, file } = appWith('tlh')
  voices.follow(app, file)
  expect(voices.languageOf([])).toBe('en')
})

test('a voice follows the choice', async () => {
  const voices = await openVoices()
  const { app, file, choose } = appWith('system')
  voices.follow(app, file)
  const say = voiceOf(voices, ['en'])
  for (const code of LANGUAGE_CODES) {
    choose(code)
    await voices.find([])
    expect(say(QUIT)).toBe((await voices.find([]))(QUIT))
    expect(say.isEnglish).toBe(code === 'en')
  }
})
