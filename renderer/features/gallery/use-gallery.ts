/** Gives the gallery's state to everything inside its view. */
import { createContext, use, useCallback, useSyncExternalStore } from 'react'
import { useStore } from 'zustand'
import type { Asset } from '#contract/library.ts'
import type { Changes } from './changes.ts'
import type { Gallery } from './gallery.ts'
import type { Listing } from './listing.ts'
import type { Display } from './display.ts'

export const GalleryContext = createContext<Gallery | null>(null)

export function useGallery(): Gallery {
  const gallery = use(GalleryContext)
  if (gallery === null) throw new Error('useGallery is called outside GalleryContext')
  return gallery
}

/** A part of what is listed. Keep `select` narrow: it decides when the component renders. */
export function useListing<Part>(select: (listing: Listing) => Part): Part {
  return useStore(useGallery().listing, select)
}

export function useDisplay<Part>(select: (display: Display) => Part): Part {
  return useStore(useGallery().display, select)
}

export function useChanges<Part>(select: (changes: Changes) => Part): Part {
  return useStore(useGallery().changes, select)
}

/** An asset's details; undefined until they are loaded. */
export function useDetails(id: string): Asset | undefined {
  const { details } = useGallery()
  const subscribe = useCallback((listener: () => void) => details.subscribe(id, listener), [details, id])
  return useSyncExternalStore(subscribe, () => details.get(id))
}
