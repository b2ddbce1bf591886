import { beforeEach, expect, test } from 'vitest'
import type { BrowserWindow as ElectronWindow, Session } from 'electron'
import {
  checkSpelling,
  installContextMenu,
  quietSpelling,
  spellLanguagesOf,
} from '#hosts/desktop/window/spelling.ts'
import { told } from '#test/stand-ins/electron-shell.ts'
import { BrowserWindow, resetElectron, session } from '#test/stand-ins/electron.ts'
import { say } from '#test/stand-ins/say.ts'

beforeEach(resetElectron)

const own = () => session.defaultSession as unknown as Session

test('checks in the languages that were chosen and are known, and fetches nothing before', () => {
  quietSpelling(own(), 'linux')
  checkSpelling(own(), ['xx'], 'linux')
  checkSpelling(own(), ['en-GB', 'xx', 'de'], 'linux')
  const nowhere = ['session.setSpellCheckerDictionaryDownloadURL', 'http://127.0.0.1:9/']
  expect(told).toEqual([
    ['session.setSpellCheckerEnabled', false],
    nowhere,
    nowhere,
    ['session.setSpellCheckerEnabled', false],
    ['session.setSpellCheckerDictionaryDownloadURL', 'https://redirector.gvt1.com/edgedl/chrome/dict/'],
    ['session.setSpellCheckerEnabled', true],
    ['session.setSpellCheckerLanguages', ['en-GB', 'de']],
  ])
})

test('leaves the language to macOS', () => {
  quietSpelling(own(), 'darwin')
  checkSpelling(own(), ['de'], 'darwin')
  expect([told, spellLanguagesOf(own(), 'darwin'), spellLanguagesOf(own(), 'win32')]).toEqual([
    [['session.setSpellCheckerEnabled', true]],
    [],
    ['de', 'en-GB', 'en-US'],
  ])
})

interface Item {
  readonly label?: string
  readonly role?: string
  click?(): void
}

function openMenu(params: object): readonly Item[] {
  const stand = new BrowserWindow({})
  installContextMenu(stand as unknown as ElectronWindow, say)
  stand.webContents.emit(
    'context-menu',
    {},
    {
      isEditable: true,
      selectionText: '',
      editFlags: {
        canUndo: true,
        canRedo: false,
        canCut: true,
        canCopy: true,
        canPaste: true,
        canSelectAll: true,
      },
      misspelledWord: '',
      dictionarySuggestions: [],
      ...params,
    },
  )
  return (told.findLast(([what]) => what === 'menu.popup')?.[1] ?? []) as readonly Item[]
}

test('offers other spellings of a word, and to learn it', () => {
  const items = openMenu({ misspelledWord: 'foks', dictionarySuggestions: ['fox', 'folks'] })
  expect(items.flatMap(({ label }) => label ?? []).slice(0, 3)).toEqual(['fox', 'folks', 'Add to Dictionary'])
  items.forEach((item) => item.click?.())
  expect(told.slice(1)).toEqual([
    ['contents.replaceMisspelling', 'fox'],
    ['contents.replaceMisspelling', 'folks'],
    ['session.addWordToSpellCheckerDictionary', 'foks'],
  ])
})

test('undoes and redoes in a field, and pastes without formatting', () => {
  expect(openMenu({}).filter(({ role }) => /undo|redo|paste/i.test(role ?? ''))).toEqual([
    { role: 'undo', label: 'Undo', enabled: true },
    { role: 'redo', label: 'Redo', enabled: false },
    { role: 'paste', label: 'Paste', enabled: true },
    { role: 'pasteAndMatchStyle', label: 'Paste as Plain Text', enabled: true },
  ])
})

test('copies text that is selected, and opens nothing elsewhere', () => {
  expect(openMenu({ isEditable: false })).toEqual([])
  expect(openMenu({ isEditable: false, selectionText: 'words' })).toEqual([{ role: 'copy', label: 'Copy' }])
})
