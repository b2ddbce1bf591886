/** An audio element without controls. */
import { AudioLines } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { PlaybackStore } from './playback.ts'

export interface AudioElementProps {
  readonly address: string
  readonly name: string
  readonly playback: PlaybackStore
}

export function AudioElement({ address, name, playback }: AudioElementProps) {
  const element = useRef<HTMLAudioElement>(null)
  useEffect(() => (element.current === null ? undefined : playback.attach(element.current)), [playback])
  return (
    <>
      <AudioLines size={32} aria-hidden />
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- generated music comes without captions */}
      <audio ref={element} src={address} aria-label={name} />
    </>
  )
}
