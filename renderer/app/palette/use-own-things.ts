/** What the page knows by itself and the palette finds: presets, collections, models and the sections of the settings. */
import { useEffect } from 'react'
import { useStore } from 'zustand'
import { useCapability, useHostState } from '../../bridge/host.tsx'
import { modelKey } from '../../features/create/model/models-store.ts'
import { draftFrom } from '../../features/create/presets/presets.ts'
import { patched } from '../../features/gallery/query.ts'
import { SECTION_NAMES } from '../../features/settings/section-names.ts'
import { mediaTypeOf } from '../../ui/scenes.ts'
import { useWords } from '../../ui/text.ts'
import type { Services } from '../services.ts'
import type { Entry } from './arrange.ts'

export function useOwnThings({ host, router, form, reuse, models, prompting, gallery }: Services) {
  const { text } = useWords()
  const isDesktop = useCapability('desktop')
  const presets = useStore(prompting.presets, (state) => state.items)
  const collections = useHostState('collections', (state) => state.items)
  const listed = useStore(models, (state) => state.list?.items ?? null)
  useEffect(() => {
    void prompting.presets.getState().load()
    void host.collections.load()
  }, [prompting, host])
  return [
    ...presets.map(({ id, value: preset }): Entry => ({
      id: `preset:${id}`,
      group: 'presets',
      name: preset.name,
      detail: text(`media.${preset.mediaType}`),
      run() {
        router.go('create')
        reuse.getState().write(preset.mediaType, draftFrom(preset))
      },
    })),
    ...collections.map(({ id, name }): Entry => ({
      id: `collection:${id}`,
      group: 'collections',
      name,
      run() {
        gallery.display.setState({ isDuplicates: false })
        gallery.listing.setFilter(patched({}, { collectionId: id }))
        router.go('gallery')
      },
    })),
    ...(listed ?? []).map(({ id, provider, label, mediaTypes }): Entry => ({
      id: `model:${modelKey({ provider, id })}`,
      group: 'models',
      name: label,
      detail: provider,
      words: id,
      run() {
        const { mediaType, setMedia, edit } = form.getState()
        router.go('create')
        if (mediaTypes.length > 0 && !mediaTypes.includes(mediaType))
          setMedia(mediaTypeOf(mediaTypes[0] ?? mediaType))
        edit({ model: { provider, id, isTyped: false } })
      },
    })),
    ...SECTION_NAMES.filter((name) => name !== 'desktop' || isDesktop).map((name): Entry => ({
      id: `settings:${name}`,
      group: 'settings',
      name: text(`settings.${name}`),
      words: text(`palette.settings.${name}`),
      run: () => router.go('settings', name),
    })),
  ]
}
