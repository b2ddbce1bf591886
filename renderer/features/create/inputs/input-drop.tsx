/** Reference media: the files that are there, and where more can be picked. Dropping works all over Create. */
import { ImagePlus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button, FileTrigger } from 'react-aria-components'
import { classNames } from '../../../ui/class-names.ts'
import { useWords } from '../../../ui/text.ts'
import styles from './input-drop.module.css'

const TYPES = ['image/*', 'video/*', 'audio/*']

export interface InputDropProps {
  onFiles(files: readonly File[]): void
  /** The inputs that are there. */
  readonly children: ReactNode
  readonly isEmpty: boolean
  /** Files are being dragged over Create. */
  readonly isTarget: boolean
}

export function InputDrop({ onFiles, children, isEmpty, isTarget }: InputDropProps) {
  const { text } = useWords()
  return (
    <section
      aria-label={text('create.inputs.drop')}
      className={classNames(styles.zone, !isEmpty && styles.filled, isTarget && styles.target)}
    >
      {children}
      <FileTrigger
        allowsMultiple
        acceptedFileTypes={TYPES}
        onSelect={(files) => files !== null && onFiles([...files])}
      >
        <Button className={classNames(styles.pick)}>
          <ImagePlus size={18} strokeWidth={1.75} aria-hidden />
          {text(isEmpty ? 'create.inputs.add' : 'create.inputs.more')}
        </Button>
      </FileTrigger>
    </section>
  )
}
