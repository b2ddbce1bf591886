/** Check 21: names on disk are generated, or made harmless: climbing, devices, trailing dots, turned direction, length, NUL. */
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { createNameClaims, safeStem } from '#core/library/exchange/file-names.ts'
import { openMediaFolder } from '#core/library/assets/media-folder.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'

const NASTY: readonly (readonly [what: string, text: string, stem: string])[] = [
  ['climbing', '../../etc/passwd', 'etc-passwd'],
  ['climbing on Windows', String.raw`..\..\boot.ini`, 'boot.ini'],
  ['dots alone', '..', 'asset'],
  ['a dot', '.', 'asset'],
  ['nothing', '', 'asset'],
  ['spaces alone', ' \t\u00A0 ', 'asset'],
  ['an absolute path', '/root/fox', 'root-fox'],
  ['a drive', String.raw`C:\fox`, 'C-fox'],
  ['a stream of NTFS', 'fox.txt:hidden', 'fox.txt-hidden'],
  ['a device', 'CON', '_CON'],
  ['a device with an extension', 'con.tar', '_con.tar'],
  ['a device before a space', 'nul .x', '_nul .x'],
  ['a numbered device', 'LPT\u00B9', '_LPT\u00B9'],
  ['the console', 'CONIN$', '_CONIN$'],
  ['no device', 'console', 'console'],
  ['a trailing dot', 'fox.', 'fox'],
  ['trailing dots and spaces', 'fox. . ', 'fox'],
  ['a hidden file', '.bashrc', 'bashrc'],
  ['what looks like an option', '-rf fox', 'rf fox'],
  ['what looks like a home', '~fox', 'fox'],
  ['a turned direction', 'fox\u202Egnp.exe', 'foxgnp.exe'],
  ['isolates and marks', 'f\u2066o\u2069x\u200E\u200F\u061C', 'fox'],
  ['a NUL', 'fox\0.png', 'fox.png'],
  ['controls', 'f\u0001o\u001B[31mx\u007F\u0085', 'fo[31mx'],
  ['lines', 'a fox\r\nin\u2028snow', 'a fox in snow'],
  ['what systems reserve', 'a<b>c:d"e/f|g?h*i', 'a-b-c-d-e-f-g-h-i'],
  ['half a character', 'fox\uD83E', 'fox'],
  ['a noncharacter', 'fox\uFFFE\uFFFF', 'fox'],
  ['an unseen beginning', '\uFEFF\u200Bfox', 'fox'],
  ['parts that compose', 'cafe\u0301', 'caf\u00E9'],
  ['joined emoji', '\u{1F469}\u200D\u{1F680} fox', '\u{1F469}\u200D\u{1F680} fox'],
  ['another script', '雪の中の狐', '雪の中の狐'],
  ['a shell', '$(rm -rf ~); `id` & fox', '$(rm -rf ~); `id` & fox'],
]

test.each(NASTY)('makes a name that is safe everywhere out of %s', (_what, text, stem) => {
  expect(safeStem(text)).toBe(stem)
})

test('every name can be made as a file, alone in its folder', async () => {
  const dir = join(await makeTempDir(), 'inside')
  await mkdir(dir)
  const claims = createNameClaims()
  const names = NASTY.map(([, text]) => `${claims.claim(safeStem(text))}.png`)
  for (const name of names) await writeFile(join(dir, name), name)
  expect((await readdir(dir)).toSorted()).toEqual(names.toSorted())
})

test('cuts a long text between characters, far below what any system allows', () => {
  expect(safeStem('x'.repeat(300))).toBe('x'.repeat(110))
  expect(safeStem('狐'.repeat(300))).toBe('狐'.repeat(36))
  const family = '\u{1F468}\u200D\u{1F469}\u200D\u{1F466}'
  expect(safeStem(family.repeat(50))).toBe(family.repeat(6))
  expect(safeStem(`${'x'.repeat(109)}. fox`)).toBe('x'.repeat(109))
})

test('a file of the library is named by its hash, whatever its name was', async () => {
  const media = await openMediaFolder(await makeTempDir())
  for (const [, text] of NASTY) {
    expect(() => media.path(text, 'png')).toThrow('Not a SHA-256.')
    expect(dirname(media.partPath(text))).toBe(join(media.root, '.incoming'))
    expect(media.partPath(text)).toMatch(/[\\/][\w-]*\.part$/u)
  }
})
