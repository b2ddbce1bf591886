import { expect, it } from 'vitest'
import { droppedFiles } from '#renderer/features/gallery/transfer/dropped-files.ts'

type Entry = Record<string, unknown>

const gone = new DOMException('A requested file or directory could not be found.', 'NotFoundError')

const file = (name: string): Entry => ({
  name,
  isFile: true,
  isDirectory: false,
  file: (resolve: (file: File) => void) => resolve(new File(['x'], name)),
})

/** What the browser gives for one that may not be read. */
const held = (name: string): Entry => ({
  ...file(name),
  file: (_: unknown, reject: (error: unknown) => void) => reject(gone),
})

const folder = (name: string, ...portions: (readonly Entry[] | null)[]): Entry => ({
  name,
  isFile: false,
  isDirectory: true,
  createReader: () => ({
    readEntries(resolve: (entries: readonly Entry[]) => void, reject: (error: unknown) => void) {
      const portion = portions.length > 0 ? portions.shift() : []
      if (portion == null) reject(gone)
      else resolve(portion)
    },
  }),
})

const drop = (...entries: readonly Entry[]) => {
  const items = entries.map((entry) => ({ webkitGetAsEntry: () => entry }))
  return { items, files: [] } as unknown as DataTransfer
}

it('takes the files of dropped folders, and names those that cannot be read', async () => {
  const inner = folder('inner', [file('b.png')], [held('c.png'), file('d.png')])
  const { files, unread } = await droppedFiles(
    drop(
      folder('outer', [file('a.png'), inner, folder('locked', [file('first.png')], null)], [file('e.png')]),
      file('f.png'),
    ),
  )
  expect([files.map(({ name }) => name), unread]).toEqual([
    ['a.png', 'b.png', 'd.png', 'first.png', 'e.png', 'f.png'],
    ['c.png', 'locked'],
  ])
})
