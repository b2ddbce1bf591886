/** Saves a matrix as one image, drawn in the page. */
import { ImageDown } from 'lucide-react'
import { useState } from 'react'
import { useSaveFile } from '../../../../bridge/use-save-file.ts'
import { Button } from '../../../../ui/button.tsx'
import { useWords } from '../../../../ui/text.ts'
import { axisName } from '../../batch/problem-words.ts'
import { drawMatrix, layoutImage } from './matrix-image.ts'
import type { Batch } from '../batches.ts'
import type { Matrix } from './matrix.ts'
import styles from './matrix.module.css'

export interface SaveImageProps {
  readonly batch: Batch
  readonly matrix: Matrix
  /** Width of a result divided by its height. */
  readonly shape: number
}

export function SaveImage({ batch, matrix, shape }: SaveImageProps) {
  const { text } = useWords()
  const file = useSaveFile()
  const [isBusy, setBusy] = useState(false)
  const [note, setNote] = useState<string | null>(null)

  async function save(): Promise<void> {
    const layout = layoutImage({
      columns: matrix.columns.values.length,
      rows: matrix.rows.values.length,
      pages: matrix.pages?.values.length ?? 1,
      shape,
      hasRowLabels: matrix.rows.name !== '',
      hasPageTitles: matrix.pages !== null,
    })
    if (layout === null) {
      setNote(text('feed.image.tooLarge'))
      return
    }
    setBusy(true)
    setNote(null)
    const image = await drawMatrix(matrix, layout, (name) => axisName(name, text))
    setBusy(false)
    if (image === null) setNote(text('feed.image.failed'))
    else {
      const name = fileName(batch.first.batchName ?? batch.first.request.prompt ?? 'matrix')
      await file.save(`${name}.png`, image)
      const { width, height } = layout.cell
      setNote(layout.isReduced ? text('feed.image.reduced', { width, height }) : null)
    }
  }

  return (
    <div className={styles.save}>
      <Button icon={ImageDown} isPending={isBusy} onPress={() => void save()}>
        {text('feed.image.save')}
      </Button>
      {note !== null && <output className={styles.note}>{note}</output>}
      {file.problem !== null && (
        <p role="alert" className={styles.note}>
          {file.problem}
        </p>
      )}
    </div>
  )
}

/** Letters and digits of any script; everything that a file system may refuse becomes a dash. */
function fileName(words: string): string {
  const plain = words.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '')
  return plain.slice(0, 60) || 'matrix'
}
