/** A film with controls of our own: scrubbing, and stepping frame by frame. */
import { useEffect, useRef, useState } from 'react'
import type { Asset } from '#contract/library.ts'
import { mediaUrl } from '../../../bridge/media.ts'
import { createFilm, type FilmStore } from './film.ts'
import { FilmControls } from './film-controls.tsx'
import styles from './film.module.css'
import { useFilmKeys } from './use-film-keys.ts'

export function VideoStage({ asset, name }: { readonly asset: Asset; readonly name: string }) {
  const [film] = useState(createFilm)
  const [films] = useState([film])
  useFilmKeys(films)
  return (
    <div className={styles.stage}>
      <FilmPicture asset={asset} name={name} film={film} playsAtOnce />
      <FilmControls films={films} hasFrames />
    </div>
  )
}

export interface FilmPictureProps {
  readonly asset: Asset
  readonly name: string
  readonly film: FilmStore
  readonly playsAtOnce: boolean
}

export function FilmPicture({ asset, name, film, playsAtOnce }: FilmPictureProps) {
  const element = useRef<HTMLVideoElement>(null)
  useEffect(() => (element.current === null ? undefined : film.attach(element.current)), [film])
  const { width, height } = asset
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- generated films come without captions
    <video
      ref={element}
      src={mediaUrl(asset.id)}
      loop
      playsInline
      autoPlay={playsAtOnce}
      aria-label={name}
      className={styles.film}
      {...(width !== undefined && height !== undefined ? { width, height } : {})}
      onClick={() => film.getState().toggle()}
    />
  )
}
