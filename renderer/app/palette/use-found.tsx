/** What the host finds for the palette: assets, and prompts of the past. */
import type { Preset } from '#contract/prompts.ts'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { Thumb } from '#renderer/bridge/thumb.tsx'
import { useQuery } from '#renderer/bridge/use-call.ts'
import { historyRows } from '#renderer/features/create/prompt/prompt-history.ts'
import { mediaTypeOf } from '#renderer/ui/scenes.ts'
import { useFormatter } from '#renderer/ui/text.ts'
import { useActiveService, useCapability, useHostState, useModelLabel } from '#renderer/bridge/host.tsx'
import { modelKey } from '#renderer/features/create/model/models-store.ts'
import { draftFrom } from '#renderer/features/create/presets/presets.ts'
import { pickPresets, pickStyles, useStarters } from '#renderer/features/create/starters/use-starters.ts'
import { patched } from '#renderer/features/gallery/query.ts'
import { shownSections } from '#renderer/features/settings/section-names.ts'
import styles from './palette.module.css'
import type { Services } from '../services.ts'
import { foundFor } from '#renderer/ui/typed-words.ts'
import { type Entry, MAX_LISTED, textOf } from './arrange.ts'

/** So long the words stand still before the host is asked. */
const STILL_MS = 120

export function useFound({ router, reuse, form }: Services, typed: string) {
  const { text } = useFormatter()
  const asked = useSettled(typed)
  const question = asked === '' ? null : { text: asked, limit: MAX_LISTED }
  const assets = useQuery('library.query', question && { ...question, sort: 'relevance' })
  const prompts = useQuery('prompts.history', question)
  const labelOf = useModelLabel()
  if (typed === '') return { entries: [], isSearching: false, problem: null }
  const problem = assets.error ?? prompts.error
  // Both at once: the cursor is on the first, which must not become another one.
  const hasResponse = [assets, prompts].every(({ data, error }) => data !== null || error !== null)
  if (!hasResponse) return { entries: [], isSearching: true, problem: null }
  const found: readonly Entry[] = (assets.data?.items ?? []).map(({ id, kind, title, prompt, model }) => ({
    id: `asset:${id}`,
    group: 'assets',
    name: title || prompt || text('gallery.untitled'),
    detail: labelOf(model),
    image: <Thumb id={id} kind={kind} name="" className={styles.thumb} />,
    run: () => router.go('gallery', id),
  }))
  const past: readonly Entry[] = historyRows(prompts.data?.items ?? []).map((row) => ({
    id: `prompt:${row.id}`,
    group: 'prompts',
    name: row.text,
    detail: text(`media.${mediaTypeOf(row.past.mediaType)}`),
    run() {
      router.go('create')
      reuse.getState().write(mediaTypeOf(row.past.mediaType), { prompt: row.fill })
      form.getState().focusPrompt()
    },
  }))
  const isCurrent = asked === typed && assets.isCurrent && prompts.isCurrent
  return {
    entries: foundFor(typed, { items: [...found, ...past], isCurrent }, textOf),
    isSearching: problem === null && !isCurrent,
    problem: problem?.message ?? null,
  }
}

function useSettled(typed: string): string {
  const [settled, setSettled] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), STILL_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return settled
}

/** What the page knows by itself and the palette finds: presets, collections, models and the sections of the settings. */
export function useOwnThings(services: Services) {
  const { host, router, form, models, prompting, gallery } = services
  const { text } = useFormatter()
  const isDesktop = useCapability('desktop')
  const hasContact = useActiveService()?.capabilities.hasContact ?? true
  const starters = useStarterEntries(services)
  const presets = useStore(prompting.presets, (state) => state.items)
  const collections = useHostState('collections', (state) => state.items)
  const listed = useStore(models, (state) => state.list?.items ?? null)
  useEffect(() => {
    void prompting.presets.getState().load()
    void host.collections.load()
  }, [prompting, host])
  return [
    ...presets.map(({ id, value: preset }) =>
      presetEntry(services, `preset:${id}`, preset, text(`media.${preset.mediaType}`)),
    ),
    ...starters,
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
      keywords: id,
      run() {
        const { mediaType, setMedia, edit } = form.getState()
        router.go('create')
        if (mediaTypes.length > 0 && !mediaTypes.includes(mediaType))
          setMedia(mediaTypeOf(mediaTypes[0] ?? mediaType))
        edit({ model: { provider, id, isTyped: false } })
      },
    })),
    ...shownSections(isDesktop, hasContact).map((name): Entry => ({
      id: `settings:${name}`,
      group: 'settings',
      name: text(`settings.${name}`),
      keywords: text(`palette.settings.${name}`),
      run: () => router.go('settings', name),
    })),
  ]
}

function presetEntry({ router, reuse }: Services, id: string, preset: Preset, detail: string): Entry {
  return {
    id,
    group: 'presets',
    name: preset.name,
    detail,
    run() {
      router.go('create')
      reuse.getState().write(preset.mediaType, draftFrom(preset))
    },
  }
}

/** Presets and styles that Atelier brings along, marked as such. A style goes to the end of the prompt. */
function useStarterEntries(services: Services): readonly Entry[] {
  const { text } = useFormatter()
  const { router, form, dismissed } = services
  const presets = useStarters(dismissed, 'presets', pickPresets).shown
  const styles = useStarters(dismissed, 'styles', pickStyles).shown
  const mark = text('starter.one')
  return [
    ...presets.map(({ id, value }) =>
      presetEntry(services, `starter:${id}`, value, `${text(`media.${value.mediaType}`)} · ${mark}`),
    ),
    ...styles.map(({ id, value }): Entry => ({
      id: `style:${id}`,
      group: 'presets',
      name: value.name,
      detail: mark,
      keywords: value.text,
      run() {
        const { drafts, mediaType, edit, focusPrompt } = form.getState()
        router.go('create')
        edit({ prompt: [drafts[mediaType].prompt.trim(), value.text].filter(Boolean).join(', ') })
        focusPrompt()
      },
    })),
  ]
}
