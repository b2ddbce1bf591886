/**
 * Spell checking in the prompt, and the menu that a press of the other mouse button opens in a field.
 *
 * Off until the user names languages: on Windows and Linux Chromium fetches a dictionary for each from a server of Google's
 * (electron.d.ts, `Session.setSpellCheckerDictionaryDownloadURL`), and Atelier contacts nobody by itself. macOS checks with
 * its own dictionaries and finds the language by itself: there the choice does nothing (`Session.setSpellCheckerLanguages`),
 * and checking is on.
 */
import {
  Menu,
  type BrowserWindow,
  type ContextMenuParams,
  type MenuItemConstructorOptions,
  type Session,
} from 'electron'
import { message } from '#contract/messages/message.ts'
import type { Say } from '#core/messages/render.ts'
import { roleItem } from '../shell/role-items.ts'

const MAX_SUGGESTIONS = 5
/** Where nothing listens: the port `discard` of this computer. */
const NOWHERE = 'http://127.0.0.1:9/'
/** Chromium's own (spellcheck_hunspell_dictionary.cc, `kDownloadServerUrl`). */
const DICTIONARIES = 'https://redirector.gvt1.com/edgedl/chrome/dict/'

/**
 * Call in the tick in which the session is first touched: on Windows and Linux that alone starts the fetch of a dictionary in
 * the system's language.
 */
export function quietSpelling(session: Session, platform: NodeJS.Platform = process.platform): void {
  if (platform === 'darwin') return
  session.setSpellCheckerEnabled(false)
  session.setSpellCheckerDictionaryDownloadURL(NOWHERE)
}

/** What may be chosen; nothing where the system chooses. */
export function spellLanguagesOf(
  session: Session,
  platform: NodeJS.Platform = process.platform,
): readonly string[] {
  return platform === 'darwin' ? [] : session.availableSpellCheckerLanguages
}

/** Checks in these languages, as far as they are known. */
export function checkSpelling(
  session: Session,
  languages: readonly string[],
  platform: NodeJS.Platform = process.platform,
): void {
  if (platform === 'darwin') return session.setSpellCheckerEnabled(true)
  // One that is not known makes Electron throw.
  const known = languages.filter((language) => session.availableSpellCheckerLanguages.includes(language))
  session.setSpellCheckerDictionaryDownloadURL(known.length > 0 ? DICTIONARIES : NOWHERE)
  session.setSpellCheckerEnabled(known.length > 0)
  if (known.length > 0) session.setSpellCheckerLanguages(known)
}

/** Opens the menu in fields, and over text that is selected. */
export function installContextMenu(window: BrowserWindow, say: Say): void {
  window.webContents.on('context-menu', (_event, params) => {
    const items = itemsFor(window, params, say)
    if (items.length > 0) Menu.buildFromTemplate(items).popup({ window })
  })
}

function itemsFor(window: BrowserWindow, params: ContextMenuParams, say: Say): MenuItemConstructorOptions[] {
  const { isEditable, selectionText, editFlags, misspelledWord, dictionarySuggestions } = params
  if (!isEditable) return selectionText.trim() === '' ? [] : [roleItem('copy', say)]
  const contents = window.webContents
  const spelling: MenuItemConstructorOptions[] =
    misspelledWord === ''
      ? []
      : [
          ...dictionarySuggestions
            .slice(0, MAX_SUGGESTIONS)
            .map((word) => ({ label: word, click: () => contents.replaceMisspelling(word) })),
          {
            label: say(message('desktop.dictionary')),
            click: () => void contents.session.addWordToSpellCheckerDictionary(misspelledWord),
          },
          { type: 'separator' },
        ]
  const undoing: MenuItemConstructorOptions[] = [
    { ...roleItem('undo', say), enabled: editFlags.canUndo },
    { ...roleItem('redo', say), enabled: editFlags.canRedo },
    { type: 'separator' },
  ]
  return [
    ...spelling,
    ...undoing,
    { ...roleItem('cut', say), enabled: editFlags.canCut },
    { ...roleItem('copy', say), enabled: editFlags.canCopy },
    { ...roleItem('paste', say), enabled: editFlags.canPaste },
    {
      role: 'pasteAndMatchStyle',
      label: say(message('desktop.pastePlain')),
      enabled: editFlags.canPaste,
    },
    { type: 'separator' },
    { ...roleItem('selectAll', say), enabled: editFlags.canSelectAll },
  ]
}
