/** How a model shows itself in the picker: an example of what it makes, and icons for what it can do. */
import {
  AudioLines,
  Brush,
  Columns2,
  Dices,
  Film,
  Image,
  ImagePlus,
  Images,
  User,
  Volume2,
  type Icon,
} from '#renderer/icons.tsx'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { Model } from '#contract/models.ts'
import { isMediaType, type MediaType } from '#contract/rules/media.ts'
import { useHost } from '../../../bridge/host.tsx'
import { thumbUrl } from '../../../bridge/media.ts'
import { Hidden } from '../../../ui/hidden.tsx'
import { useFormatter } from '../../../ui/text.ts'
import { useView } from '../create-context.ts'
import { abilitiesOf, type Ability } from './abilities.ts'
import type { ModelName } from './models-store.ts'
import styles from './model.module.css'

const MEDIA: Readonly<Record<MediaType, Icon>> = {
  image: Image,
  video: Film,
  character: User,
  music: AudioLines,
}

interface ExampleProps {
  readonly name: ModelName
  readonly model: Model | undefined
}

/**
 * The newest result of the model in the library; where there is none, the image that the service shows, else what kind of
 * thing it makes.
 */
export function Example({ name, model }: ExampleProps) {
  const place = useRef<HTMLSpanElement>(null)
  const image = useExample(place, name, model?.exampleUrl !== undefined)
  const [isBroken, setBroken] = useState(false)
  const open = useView((view) => view.mediaType)
  const [named] = model?.mediaTypes ?? []
  const Placeholder = MEDIA[isMediaType(named) ? named : open]
  return (
    <span ref={place} className={styles.example} aria-hidden>
      {image === null || isBroken ? (
        <Placeholder size={18} strokeWidth={1.5} />
      ) : (
        <img src={image} alt="" draggable={false} onError={() => setBroken(true)} />
      )}
    </span>
  )
}

/** An address for `img`. Asked for once the place is in sight: a listing may have hundreds of models. */
function useExample(
  place: { readonly current: HTMLElement | null },
  { provider, id }: ModelName,
  isListed: boolean,
): string | null {
  const { bridge } = useHost()
  const [image, setImage] = useState<string | null>(null)
  useEffect(() => {
    let isLeft = false
    async function find(): Promise<void> {
      const response = await bridge.call('library.query', {
        models: [id],
        providers: [provider],
        sort: 'newest',
        limit: 1,
      })
      const [own] = response.ok ? response.data.items : []
      if (isLeft) return
      if (own !== undefined) return setImage(thumbUrl(own.id))
      const listed = isListed ? await bridge.call('models.example', { provider, model: id }) : null
      if (!isLeft && listed?.ok) setImage(listed.data.image)
    }
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      void find()
    })
    if (place.current !== null) observer.observe(place.current)
    return () => {
      isLeft = true
      observer.disconnect()
    }
  }, [bridge, place, provider, id, isListed])
  return image
}

const ICONS: Readonly<Record<Ability, Icon>> = {
  image: ImagePlus,
  images: Images,
  video: Film,
  audio: AudioLines,
  frames: Columns2,
  mask: Brush,
  sound: Volume2,
  seed: Dices,
}

export function Abilities({ model }: { readonly model: Model }) {
  const { text } = useFormatter()
  const open = useView((view) => view.mediaType)
  const abilities = useMemo(() => abilitiesOf(model, open), [model, open])
  return (
    <span className={styles.abilities}>
      {abilities.map((ability) => {
        const AbilityIcon = ICONS[ability]
        const name = text(`model.can.${ability}`)
        return (
          <span key={ability} title={name}>
            <AbilityIcon size={16} strokeWidth={1.75} />
            <Hidden>{name}</Hidden>
          </span>
        )
      })}
    </span>
  )
}
