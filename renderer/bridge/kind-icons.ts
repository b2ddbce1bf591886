/** Signs that stand where there is no thumbnail. */
import { AudioLines, Box, File, FileText, Film, Image, User, type LucideIcon } from 'lucide-react'
import type { AssetKind } from '#contract/rules/media.ts'
import type { Task } from '#contract/tasks.ts'

export const KIND_ICONS: Readonly<Record<AssetKind, LucideIcon>> = {
  image: File,
  video: Film,
  audio: AudioLines,
  text: FileText,
  model3d: Box,
  other: File,
}

/** By what was asked for. */
export const MEDIA_ICONS = { image: Image, video: Film, character: User, music: AudioLines } as const

/** What a task's results are, as far as its request says. */
export function resultKind({ request: { mediaType } }: Task): AssetKind {
  return mediaType === 'music' ? 'audio' : mediaType === 'video' ? 'video' : 'image'
}
