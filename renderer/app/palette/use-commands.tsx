/** The commands of the palette. */
import { useStore } from 'zustand'
import { compareModels } from '../../features/create/batch/compare-models.ts'
import { useCastDialog } from '../../features/create/cast/use-cast-dialog.tsx'
import { ASSETS_TYPE, GalleryContext } from '../../features/gallery/gallery.ts'
import { countOf } from '../../features/gallery/ranges.ts'
import { idsOf } from '../../features/gallery/selection.ts'
import { patched, TRASH } from '../../features/gallery/query.ts'
import { useClearQueue } from '../../features/queue/use-clear-queue.ts'
import { useDialog } from '../../ui/dialog.tsx'
import { keysText, useFormatter } from '../../ui/text.ts'
import { PLACES, SUBPLACE_NAMES } from '../router.ts'
import { isPaused } from '../../bridge/stores/queue.ts'
import type { Services } from '../services.ts'
import type { Entry } from './arrange.ts'
import { lazyPart } from '../../locales/lazy-part.ts'

const ImportDialog = lazyPart(
  () => import('../../features/gallery/transfer/import-dialog.tsx'),
  (part) => part.ImportDialog,
)
const ExportDialog = lazyPart(
  () => import('../../features/gallery/transfer/export-dialog.tsx'),
  (part) => part.ExportDialog,
)

export function useCommands(services: Services, onHelp: () => void): readonly Entry[] {
  const { text } = useFormatter()
  const { host, router, form, reuse } = services
  const isHeld = useStore(host.queue, ({ queue }) => isPaused(queue))
  const clearing = useClearQueue()
  const inGallery = useGalleryCommands(services)
  const profiles = useProfileCommands(services)
  const ofCast = useCastCommands(services)
  const commands: readonly Omit<Entry, 'group'>[] = [
    {
      id: 'prompt',
      name: text('palette.prompt'),
      run() {
        router.go('create')
        form.getState().focusPrompt()
      },
    },
    ...PLACES.map((place, index) => ({
      id: `place:${place}`,
      name: text('palette.go', { place: text(`place.${place}`) }),
      detail: keysText(`Ctrl ${index + 1}`, { text }),
      run: () => router.go(place),
    })),
    {
      id: 'pause',
      name: text(isHeld ? 'queue.resume' : 'queue.pause'),
      run: () => void host.queue.setPaused(!isHeld),
    },
    ...clearing.choices.map(({ id, label }) => ({
      id: `clear:${id}`,
      name: label,
      run: () => clearing.ask(id),
    })),
    ...inGallery,
    ...ofCast,
    ...SUBPLACE_NAMES.map((place) => ({
      id: `place:${place}`,
      name: text('palette.go', { place: text(`place.${place}`) }),
      keywords: text(`palette.go.${place}`),
      run: () => router.go(place),
    })),
    {
      id: 'cap',
      name: text('settings.dailyCap'),
      detail: text('place.settings'),
      run: () => router.go('settings', 'queue'),
    },
    {
      id: 'which',
      name: text('arena.which'),
      run: () => void compareModels(form, services.models).then(() => router.go('create')),
    },
    {
      id: 'recipe',
      name: text('recipe.open'),
      run: () =>
        chooseFile('.atelier,.json,image/*,video/*,audio/*', (file) => {
          router.go('create')
          void reuse.getState().take({ items: [{ kind: 'file', file }], folders: 0 })
        }),
    },
    ...(['system', 'dark', 'light'] as const).map((theme) => ({
      id: `theme:${theme}`,
      name: text('palette.theme', { theme: text(`settings.theme.${theme}`) }),
      run: () => void host.settings.change({ appearance: { theme } }),
    })),
    ...profiles,
    { id: 'help', name: text('shortcuts.title'), detail: '?', run: onHelp },
  ]
  return commands.map((command) => ({ ...command, group: 'commands' }))
}

function useGalleryCommands({ router, gallery }: Services) {
  const { text } = useFormatter()
  const open = useDialog()
  const selected = useStore(gallery.listing, ({ selection }) => countOf(selection.ranges))
  const { listing, display } = gallery
  const show = (isDuplicates: boolean, filter = listing.getState().filter): void => {
    display.setState({ isDuplicates })
    listing.setFilter(filter)
    router.go('gallery')
  }
  return [
    {
      id: 'import',
      name: text('gallery.import'),
      run() {
        router.go('gallery')
        open((close) => (
          <GalleryContext value={gallery}>
            <ImportDialog onClose={close} />
          </GalleryContext>
        ))
      },
    },
    ...(selected === 0
      ? []
      : [
          {
            id: 'export',
            name: text('gallery.export.title', { count: selected }),
            run() {
              const { order, selection } = listing.getState()
              open((close) => (
                <GalleryContext value={gallery}>
                  <ExportDialog ids={idsOf(order, selection.ranges)} onClose={close} />
                </GalleryContext>
              ))
            },
          },
        ]),
    {
      id: 'favourites',
      name: text('palette.show', { what: text('gallery.favorites') }),
      run: () => show(false, patched({}, { favorite: true })),
    },
    {
      id: 'duplicates',
      name: text('palette.show', { what: text('gallery.duplicates') }),
      run: () => show(true),
    },
    {
      id: 'trash',
      name: text('palette.show', { what: text('gallery.trash') }),
      run: () => show(false, TRASH),
    },
  ]
}

function useCastCommands({ gallery: { drag, listing }, prompting }: Services) {
  const { text } = useFormatter()
  const open = useCastDialog(prompting.cast, { type: ASSETS_TYPE, take: drag.take })
  const selected = useStore(listing, ({ selection }) => countOf(selection.ranges))
  const cast = {
    id: 'cast',
    name: text('palette.cast'),
    keywords: text('palette.cast.words'),
    run: () => open(),
  }
  if (selected === 0) return [cast]
  const add = {
    id: 'cast:add',
    name: text('palette.cast.add', { count: selected }),
    run() {
      const { order, selection } = listing.getState()
      open({ assetIds: idsOf(order, selection.ranges) })
    },
  }
  return [cast, add]
}

function useProfileCommands({ host }: Services) {
  const { text } = useFormatter()
  const profiles = useStore(host.profiles, (state) => state.items)
  const activeId = useStore(host.profiles, (state) => state.activeId)
  return profiles
    .filter((profile) => profile.id !== activeId)
    .map((profile) => ({
      id: `profile:${profile.id}`,
      name: text('palette.profile', { name: profile.name }),
      run: () => void host.profiles.activate(profile.id),
    }))
}

/** Only from a press: a browser opens no dialog by itself. `take` is not called where the dialog is closed. */
function chooseFile(accept: string, take: (file: File) => void): void {
  const picker = document.createElement('input')
  picker.type = 'file'
  picker.accept = accept
  picker.addEventListener('change', () => {
    const file = picker.files?.[0]
    if (file) take(file)
  })
  picker.click()
}
