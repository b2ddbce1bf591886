/** How large an input is, and how large it is when it leaves. */
import type { InputMedia, InputWeight } from '#contract/inputs.ts'
import { useWords } from '../../../ui/text.ts'

type Size = Pick<InputWeight, 'width' | 'height' | 'sizeBytes'>

export interface SizeWords {
  given(media: InputMedia): string
  sent(media: InputMedia, weight: InputWeight): string
}

export function useSizeWords(): SizeWords {
  const { text, number, bytes, duration } = useWords()
  const words = ({ width, height, sizeBytes }: Size): string => {
    const sides = width === undefined || height === undefined ? [] : [`${number(width)} × ${number(height)}`]
    return [...sides, bytes(sizeBytes)].join(' · ')
  }
  return {
    given: (media) => {
      const length = media.durationMs === undefined ? [] : [duration(media.durationMs)]
      return [...length, words(media)].join(' · ')
    },
    sent: (media, weight) =>
      isSame(media, weight) ? text('input.sent.asIs') : text('input.sent.made', { size: words(weight) }),
  }
}

function isSame(media: InputMedia, weight: InputWeight): boolean {
  return (
    media.width === weight.width && media.height === weight.height && media.sizeBytes === weight.sizeBytes
  )
}
