/** One input of the form: what it is, how it will be sent, and taking it away. */
import { AudioLines, GripVertical, Image, SlidersHorizontal, TriangleAlert, X } from 'lucide-react'
import { useId, useState } from 'react'
import { Button, Dialog, DialogTrigger, GridListItem, Input, TextField } from 'react-aria-components'
import type { InputForm, InputMedia, InputReference, InputSize } from '#contract/inputs.ts'
import { inputUrl } from '../../../bridge/media.ts'
import { IconButton } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Popover } from '../../../ui/popover.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useWords } from '../../../ui/text.ts'
import type { DraftInput } from '../draft.ts'
import type { InputActions } from './input-actions.ts'
import type { InputKey } from './input-keys.ts'
import styles from './inputs.module.css'
import { InputSettings } from './input-settings.tsx'
import { formOf } from './input-shape.ts'

export interface InputRowProps {
  readonly input: DraftInput
  /** How it is sent; undefined until the host has accepted it. */
  readonly reference: InputReference | undefined
  readonly size: InputSize | undefined
  readonly keys: readonly InputKey[]
  readonly canMove: boolean
  readonly actions: InputActions
}

export function InputRow({ input, reference, size, keys, canMove, actions }: InputRowProps) {
  const { text } = useWords()
  const sizes = useSizeWords()
  const { media, problem } = input
  const name = media?.name ?? input.name
  return (
    <GridListItem id={input.key} textValue={name} className={classNames(styles.row)}>
      <Button
        slot="drag"
        isDisabled={!canMove}
        className={classNames(styles.grip)}
        aria-label={text('input.move', { name })}
      >
        <GripVertical size={16} aria-hidden />
      </Button>
      <div className={styles.thumb}>
        {problem !== null && <TriangleAlert size={18} className={styles.bad} aria-hidden />}
        {problem === null && media === null && <Skeleton width="100%" height={56} />}
        {media !== null && <Thumb media={media} />}
      </div>
      <div className={styles.facts}>
        <span className={styles.name} title={name}>
          <bdi>{name}</bdi>
        </span>
        {problem !== null && (
          <span className={styles.bad} role="alert">
            {problem}
          </span>
        )}
        {problem === null && media === null && <span>{text('input.reading')}</span>}
        {input.convertedFrom !== undefined && media !== null && (
          <span>{text('input.converted', { from: input.convertedFrom })}</span>
        )}
        {media !== null && reference !== undefined && (
          <>
            <span>
              <bdi>{sizes.own(media)}</bdi>
            </span>
            <span>{size !== undefined && <bdi>{sizes.sent(media, size)}</bdi>}</span>
          </>
        )}
      </div>
      <div className={styles.actions}>
        <IconButton
          icon={X}
          label={text('input.remove', { name })}
          onPress={() => actions.removeInput(input.key)}
        />
        {media !== null && reference !== undefined && (
          <DialogTrigger>
            <IconButton icon={SlidersHorizontal} label={text('input.settings', { name })} />
            <Popover placement="bottom end" offset={4} className={styles.popover}>
              <Dialog aria-label={text('input.settings', { name })} className={classNames(styles.dialog)}>
                <InputSettings
                  media={media}
                  shape={reference.shape ?? {}}
                  isUsual={input.shape === undefined}
                  onShape={(shape) => actions.setInputShape(input.key, shape)}
                />
              </Dialog>
            </Popover>
          </DialogTrigger>
        )}
      </div>
      {media !== null && reference !== undefined && (
        <div className={styles.sending}>
          <OptionKey
            option={reference.option}
            form={formOf(media, reference.shape ?? {})}
            keys={keys.filter(({ kind }) => kind === media.kind)}
            onOption={(option) => actions.setInputOption(input.key, option)}
          />
          {size?.warning !== undefined && <span className={styles.rowWarning}>{size.warning}</span>}
        </div>
      )}
    </GridListItem>
  )
}

interface OptionKeyProps {
  readonly option: string
  readonly form: InputForm
  readonly keys: readonly InputKey[]
  onOption(option: string | null): void
}

function OptionKey({ option, form, keys, onOption }: OptionKeyProps) {
  const { text } = useWords()
  const list = useId()
  return (
    <TextField
      aria-label={text('input.sentAs')}
      value={option}
      onChange={(value) => onOption(value.trim() === '' ? null : value.trim())}
      className={classNames(styles.key)}
    >
      <span>{text(`input.as.${form}`)}</span>
      <Input
        className={classNames(styles.keyInput)}
        spellCheck="false"
        dir="ltr"
        list={list}
        title={option}
      />
      <datalist id={list}>
        {keys.map(({ key, isArray }) => (
          <option key={key}>{isArray ? `${key}[]` : key}</option>
        ))}
      </datalist>
    </TextField>
  )
}

function Thumb({ media }: { readonly media: InputMedia }) {
  // Browsers show no TIFF.
  const [isShown, setShown] = useState(true)
  if (media.kind === 'audio') return <AudioLines size={18} aria-hidden />
  if (media.kind === 'video')
    return <video src={inputUrl(media.id)} muted preload="metadata" draggable={false} />
  if (!isShown) return <Image size={18} aria-hidden />
  return <img src={inputUrl(media.id)} alt="" draggable={false} onError={() => setShown(false)} />
}

type Size = Pick<InputSize, 'width' | 'height' | 'sizeBytes'>

export interface SizeWords {
  own(media: InputMedia): string
  sent(media: InputMedia, size: InputSize): string
}

function useSizeWords(): SizeWords {
  const { text, number, bytes, duration } = useWords()
  const words = ({ width, height, sizeBytes }: Size): string => {
    const sides = width === undefined || height === undefined ? [] : [`${number(width)} × ${number(height)}`]
    return [...sides, bytes(sizeBytes)].join(' · ')
  }
  return {
    own: (media) => {
      const length = media.durationMs === undefined ? [] : [duration(media.durationMs)]
      return [...length, words(media)].join(' · ')
    },
    sent: (media, size) =>
      isSame(media, size) ? text('input.sent.asIs') : text('input.sent.made', { size: words(size) }),
  }
}

function isSame(media: InputMedia, size: InputSize): boolean {
  return media.width === size.width && media.height === size.height && media.sizeBytes === size.sizeBytes
}
