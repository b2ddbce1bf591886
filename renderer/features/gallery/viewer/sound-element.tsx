/** A sound without controls of its own. */
import { AudioLines } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { FilmStore } from './film.ts'

export interface SoundElementProps {
  readonly address: string
  readonly name: string
  readonly film: FilmStore
}

export function SoundElement({ address, name, film }: SoundElementProps) {
  const element = useRef<HTMLAudioElement>(null)
  useEffect(() => (element.current === null ? undefined : film.attach(element.current)), [film])
  return (
    <>
      <AudioLines size={32} aria-hidden />
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- generated music comes without captions */}
      <audio ref={element} src={address} aria-label={name} />
    </>
  )
}
