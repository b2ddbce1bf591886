/** Reference media: the files that are there, and where more can be picked. Dropping works all over Create. */
import { ImagePlus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button, FileTrigger } from 'react-aria-components'
import type { MediaType } from '#contract/rules/media.ts'
import { classNames } from '../../../ui/class-names.ts'
import { useWords } from '../../../ui/text.ts'
import styles from './input-drop.module.css'
import { acceptedTypes } from './input-media.ts'

export interface InputDropProps {
  readonly media: MediaType
  onFiles(files: readonly File[]): void
  /** The inputs that are there. */
  readonly children: ReactNode
  readonly isEmpty: boolean
  /** Something is being dragged over Create. */
  readonly isTarget: boolean
}

export function InputDrop({ media, onFiles, children, isEmpty, isTarget }: InputDropProps) {
  const { text } = useWords()
  return (
    <div className={classNames(styles.zone, !isEmpty && styles.filled, isTarget && styles.target)}>
      {!isEmpty && children}
      <FileTrigger
        allowsMultiple
        acceptedFileTypes={acceptedTypes(media)}
        onSelect={(files) => files !== null && onFiles([...files])}
      >
        <Button className={classNames(styles.pick)}>
          <ImagePlus size={18} strokeWidth={1.75} aria-hidden />
          {isEmpty ? text(`input.add.${media}`) : text('input.more')}
        </Button>
      </FileTrigger>
    </div>
  )
}
