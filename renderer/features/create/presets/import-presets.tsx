/** Takes presets from files, chosen or dropped. What is wrong with one is said here. */
import { Upload } from 'lucide-react'
import { useState } from 'react'
import { DropZone, FileTrigger, type DropItem, type FileDropItem } from 'react-aria-components'
import { Button } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Problem } from '../../../ui/problem.tsx'
import { useWords } from '../../../ui/text.ts'
import type { Prompting } from '../prompt/prompting.ts'
import styles from './import-presets.module.css'
import { readPresetFile } from './preset-file.ts'

/** A preset is a page of text: bytes beyond this are something else. */
const LARGEST_FILE_BYTES = 1_000_000

interface ImportProblem {
  readonly file: string
  readonly words: string
}

export function ImportPresets({ prompting }: { readonly prompting: Prompting }) {
  const { text } = useWords()
  const [problems, setProblems] = useState<readonly ImportProblem[]>([])
  const [taken, setTaken] = useState('')

  async function take(file: File): Promise<ImportProblem | string> {
    if (file.size > LARGEST_FILE_BYTES) return { file: file.name, words: text('preset.file.tooLarge') }
    const read = readPresetFile(await file.text())
    if ('problem' in read) {
      const { kind, field } = read.problem
      return { file: file.name, words: text(`preset.file.${kind}`, { field }) }
    }
    const answer = await prompting.presets.getState().keep(prompting.createKey(), read.preset)
    return answer.ok ? read.preset.name : { file: file.name, words: answer.error.message }
  }
  async function takeAll(files: readonly File[]): Promise<void> {
    const outcomes = await Promise.all(files.map(take))
    setProblems(outcomes.filter((outcome) => typeof outcome !== 'string'))
    setTaken(outcomes.filter((outcome) => typeof outcome === 'string').join(', '))
  }

  return (
    <DropZone
      className={classNames(styles.drop)}
      aria-label={text('preset.import.drop')}
      onDrop={(event) => void filesOf(event.items).then(takeAll)}
    >
      <FileTrigger
        acceptedFileTypes={['application/json', '.json']}
        allowsMultiple
        onSelect={(files) => void takeAll(Array.from(files ?? []))}
      >
        <Button icon={Upload}>{text('preset.import')}</Button>
      </FileTrigger>
      <span className={styles.quiet}>{text('preset.import.drop')}</span>
      {taken !== '' && <output>{text('preset.import.taken', { names: taken })}</output>}
      {problems.map(({ file, words }) => (
        <Problem key={file} words={text('preset.file.problem', { file, problem: words })} />
      ))}
    </DropZone>
  )
}

function filesOf(items: readonly DropItem[]): Promise<readonly File[]> {
  const files = items.filter((item): item is FileDropItem => item.kind === 'file')
  return Promise.all(files.map((item) => item.getFile()))
}
