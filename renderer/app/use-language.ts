/** Which language the page speaks: the one that the user chose, else the first that is offered of those that the reader's system names. */
import { useEffect } from 'react'
import { useLocale } from 'react-aria-components'
import { useStore } from 'zustand'
import { isLanguage, languageFor, type Language } from '#contract/rules/languages.ts'
import { useHost, useHostState } from '../bridge/host.tsx'
import { speak, spoken } from '../locales/messages.ts'

/** What the host wrote into the page, which knows the user's choice. */
export function languageOfPage(page: Document, readers: readonly string[]): Language {
  const { lang } = page.documentElement
  return isLanguage(lang) ? lang : languageFor('system', readers)
}

/** Follows the user's choice. What the host has said is read again in the language that is new. */
export function useLanguage(): void {
  const { bridge } = useHost()
  const choice = useHostState('settings', ({ settings }) => settings?.appearance.language)
  const systemLanguages = useHostState('status', ({ info }) => info?.systemLanguages)
  const language = useStore(spoken, (state) => state.language)
  const { direction } = useLocale()
  useEffect(() => {
    Object.assign(document.documentElement, { lang: language, dir: direction })
  }, [language, direction])
  useEffect(() => {
    if (choice === undefined) return
    const wanted = languageFor(choice, systemLanguages ?? navigator.languages)
    if (wanted === spoken.getState().language) return
    void speak(wanted).then(() => bridge.readAgain())
  }, [bridge, choice, systemLanguages])
}
