/** What a model can do, as far as its entry in the catalogue tells. */
import type { Model } from '#contract/models.ts'
import { isMediaType, type MediaType } from '#contract/rules/media.ts'
import { SEED_KEYS } from '../batch/plan-axes.ts'
import { roleOf } from '#contract/rules/input-keys.ts'
import { knowOptions } from '../options/know-options.ts'

export type Ability = 'image' | 'images' | 'video' | 'audio' | 'frames' | 'mask' | 'sound' | 'seed'

/** In the order in which they are shown. Without a schema only the scenes speak. */
export function abilitiesOf(model: Model, open: MediaType): readonly Ability[] {
  const [named] = model.mediaTypes
  const mediaType = isMediaType(named) ? named : open
  const { inputs, fields, source } = knowOptions(mediaType, model)
  const images = inputs.keys.filter(({ kind }) => kind === 'image')
  const takes = (kind: string): boolean => inputs.keys.some((key) => key.kind === kind)
  const starts = (kind: string): boolean => model.scenes.some((scene) => scene.startsWith(`${kind}-to-`))
  const isKnown = source === 'listing'
  const several = images.some(({ isArray, most }) => isArray && most !== 1)
  const can: Readonly<Record<Ability, boolean>> = {
    image: !several && (images.length > 0 || starts('image')),
    images: several,
    video: takes('video') || starts('video'),
    audio: takes('audio'),
    frames: images.some(({ key }) => roleOf(key) === 'lastFrame'),
    mask: inputs.mask !== undefined,
    sound: isKnown && mediaType === 'video' && fields.some((field) => isSwitchFor(SOUND, field)),
    seed: isKnown && fields.some(({ key }) => SEED_KEYS.includes(key)),
  }
  return (Object.keys(can) as Ability[]).filter((ability) => can[ability])
}

const SOUND = /audio|sound/i

function isSwitchFor(name: RegExp, { key, kind }: { readonly key: string; readonly kind: string }): boolean {
  return kind === 'switch' && name.test(key)
}
