/** The icon of each kind of file, where there is no thumbnail. */
import { AudioLines, Box, File, FileText, Film, type LucideIcon } from 'lucide-react'
import type { AssetKind } from '#contract/rules/media.ts'

export const KIND_ICONS: Readonly<Record<AssetKind, LucideIcon>> = {
  image: File,
  video: Film,
  audio: AudioLines,
  text: FileText,
  model3d: Box,
  other: File,
}
