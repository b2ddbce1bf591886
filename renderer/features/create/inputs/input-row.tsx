/** One input of the form. */
import { AudioLines, TriangleAlert, X } from 'lucide-react'
import { Input, Label, TextField } from 'react-aria-components'
import type { InputMedia } from '#contract/input.ts'
import { inputUrl } from '../../../bridge/media.ts'
import { IconButton } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useWords } from '../../../ui/text.ts'
import type { DraftInput } from '../draft.ts'
import styles from './input-row.module.css'

export interface InputRowProps {
  readonly input: DraftInput
  /** The key it will be sent under. */
  readonly option: string
  onOption(option: string | null): void
  onRemove(): void
}

export function InputRow({ input, option, onOption, onRemove }: InputRowProps) {
  const { text, bytes } = useWords()
  const { media, problem, name } = input
  return (
    <li className={styles.row}>
      <div className={styles.thumb}>
        {problem !== null && <TriangleAlert size={18} className={styles.bad} aria-hidden />}
        {problem === null && media === null && <Skeleton width="100%" height={44} />}
        {media !== null && <Thumb media={media} />}
      </div>
      <div className={styles.facts}>
        <span className={styles.name} title={name}>
          {media?.name ?? name}
        </span>
        {problem !== null && (
          <span className={styles.bad} role="alert">
            {problem}
          </span>
        )}
        {problem === null && media === null && <span>{text('create.inputs.reading')}</span>}
        {media !== null && (
          <span className={styles.size}>
            {media.width !== undefined && media.height !== undefined && `${media.width} × ${media.height} · `}
            {bytes(media.sizeBytes)}
          </span>
        )}
        {media !== null && (
          <TextField
            value={option}
            onChange={(value) => onOption(value.trim() === '' ? null : value.trim())}
            className={classNames(styles.key)}
          >
            <Label>{text('create.inputs.sentAs')}</Label>
            <Input className={classNames(styles.keyInput)} spellCheck="false" />
          </TextField>
        )}
      </div>
      <IconButton icon={X} label={text('create.inputs.remove', { name })} onPress={onRemove} />
    </li>
  )
}

function Thumb({ media }: { readonly media: InputMedia }) {
  if (media.kind === 'audio') return <AudioLines size={18} aria-hidden />
  if (media.kind === 'video') return <video src={inputUrl(media.id)} muted preload="metadata" />
  return <img src={inputUrl(media.id)} alt="" />
}
