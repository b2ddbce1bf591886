/** The calls that only a program with a window of its own can answer. */
import { fail, succeed } from '#contract/errors.ts'
import type { Library } from './library/library.ts'
import { loadSharp } from './library/thumbnails/load-sharp.ts'
import { MOST_PIXELS } from './library/thumbnails/thumbnails.ts'
import type { Shell } from './ports/shell.ts'
import type { Handlers, HandlersFor } from './router.ts'

const NO_CLIPBOARD = "This host has no clipboard of its own; the browser's is used."

type DesktopHandlers = HandlersFor<'desktop'> & Pick<Handlers, 'library.dragOut' | 'library.copyImage'>

export function createDesktopHandlers(library: Library, shell: Shell | undefined): DesktopHandlers {
  return {
    'desktop.commands': () => succeed({ items: shell?.takeCommands?.() ?? [] }),
    'desktop.spellLanguages': () => succeed({ items: shell?.spellLanguages?.() ?? [] }),
    'desktop.copyText': async ({ text }) => {
      if (!shell?.copyText) return fail('not_available_here', NO_CLIPBOARD)
      await shell.copyText(text)
      return succeed({})
    },
    'library.copyImage': async ({ id }) => {
      if (!shell?.copyImage) return fail('not_available_here', NO_CLIPBOARD)
      const record = library.find(id)
      if (record?.kind !== 'image') return fail('not_found', 'There is no such picture.')
      const png = await toPng(library.media.path(record.sha256, record.extension))
      if (png === null) return fail('unsafe_content', 'This picture is too large or damaged to be copied.')
      await shell.copyImage(png)
      return succeed({})
    },
    'library.dragOut': async ({ ids }) => {
      if (!shell?.dragOut)
        return fail('not_available_here', 'Files cannot be dragged out of a browser. Export them instead.')
      const records = ids.flatMap((id) => library.find(id) ?? [])
      const [first] = records
      if (!first) return fail('not_found', 'There are no such assets.')
      const picture = await library.thumbnails.ensure(first)
      const paths = records.map(({ sha256, extension }) => library.media.path(sha256, extension))
      await shell.dragOut([...new Set(paths)], picture)
      return succeed({})
    },
  }
}

/** The picture upright, as clipboards take it; null where it is larger than may be decoded, or damaged. */
async function toPng(path: string): Promise<Uint8Array | null> {
  const sharp = await loadSharp()
  try {
    return await sharp(path, { limitInputPixels: MOST_PIXELS })
      .autoOrient()
      .png({ compressionLevel: 1 })
      .toBuffer()
  } catch {
    return null
  }
}
