/** The thumbnail of an asset; a sign of its kind where there is none, or none yet. */
import {
  AudioLines,
  Box,
  File,
  FileText,
  Film,
  Image as ImageIcon,
  User,
  type Icon,
} from '#renderer/icons.tsx'
import type { AssetKind } from '#contract/rules/media.ts'
import type { Task } from '#contract/tasks.ts'
import { thumbUrl } from './media.ts'
import { usePreview } from './use-preview.ts'

/** Signs that stand where there is no thumbnail. */
export const KIND_ICONS: Readonly<Record<AssetKind, Icon>> = {
  image: File,
  video: Film,
  audio: AudioLines,
  text: FileText,
  model3d: Box,
  other: File,
}

/** By what was asked for. */
export const MEDIA_ICONS = { image: ImageIcon, video: Film, character: User, music: AudioLines } as const

/** What a task's results are, as far as its request says. */
export function resultKind({ request: { mediaType } }: Task): AssetKind {
  return mediaType === 'music' ? 'audio' : mediaType === 'video' ? 'video' : 'image'
}

export interface ThumbProps {
  readonly id: string
  readonly kind: AssetKind
  /** Empty where its words stand beside it. */
  readonly name: string
  readonly className?: string | undefined
}

export function Thumb(props: ThumbProps) {
  const { kind } = props
  return kind === 'image' || kind === 'video' ? <Image {...props} /> : <Sign {...props} />
}

function Image({ id, kind, name, className }: ThumbProps) {
  const { address, onMissing } = usePreview(id, thumbUrl(id))
  if (address === null) return <Sign kind={kind} name={name} />
  return (
    <img src={address} alt={name} loading="lazy" decoding="async" className={className} onError={onMissing} />
  )
}

function Sign({ kind, name }: Pick<ThumbProps, 'kind' | 'name'>) {
  const Icon = KIND_ICONS[kind]
  const label = name === '' ? { 'aria-hidden': true } : { role: 'img', 'aria-label': name }
  return <Icon size={18} strokeWidth={1.75} {...label} />
}
