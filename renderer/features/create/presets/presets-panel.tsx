/** Presets: applied, saved from the form, renamed, deleted, and shared as files. */
import { Download, Upload } from 'lucide-react'
import type { Preset } from '#contract/prompts.ts'
import { useSaveFile } from '../../../bridge/use-save-file.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Problem } from '../../../ui/problem.tsx'
import { useWords } from '../../../ui/text.ts'
import type { CreateFormStore } from '../form-store.ts'
import { SavedList } from '../saved-items/saved-list.tsx'
import type { Prompting } from '../prompt/prompting.ts'
import { LONGEST_PRESET_NAME, presetFileName, presetOf, readPresetFile, writePresetFile } from './presets.ts'
import { useState } from 'react'
import { Switch } from '../../../ui/field.tsx'
import { SaveForm } from '../saved-items/save-form.tsx'
import { type DropItem, DropZone, type FileDropItem, FileTrigger } from 'react-aria-components'
import { classNames } from '../../../ui/class-names.ts'
import styles from '../saved-items/saved-items.module.css'

export interface PresetsPanelProps {
  readonly form: CreateFormStore
  readonly prompting: Prompting
  onApply(preset: Preset): void
}

export function PresetsPanel({ form, prompting, onApply }: PresetsPanelProps) {
  const { text } = useWords()
  const { save, problem } = useSaveFile()
  return (
    <>
      <SavedList
        store={prompting.presets}
        look={{
          all: text('preset.title'),
          none: text('preset.empty'),
          nameLabel: text('preset.name'),
          longestName: LONGEST_PRESET_NAME,
          renameLabel: (name) => text('preset.rename', { name }),
          removeLabel: (name) => text('preset.delete', { name }),
          detail: ({ mediaType, model }) => [text(`media.${mediaType}`), model].filter(Boolean).join(' · '),
        }}
        renderActions={(preset) => (
          <IconButton
            icon={Download}
            label={text('preset.export', { name: preset.name })}
            onPress={() => void save(presetFileName(preset), new Blob([writePresetFile(preset)]))}
          />
        )}
        onChoose={onApply}
      />
      <Problem words={problem} />
      <SavePreset form={form} prompting={prompting} />
      <ImportPresets prompting={prompting} />
    </>
  )
}

export interface SavePresetProps {
  readonly form: CreateFormStore
  readonly prompting: Prompting
}

export function SavePreset({ form, prompting }: SavePresetProps) {
  const { text } = useWords()
  const [withPrompt, setWithPrompt] = useState(false)

  async function save(name: string): Promise<string | null> {
    const { media, drafts } = form.getState()
    const preset = presetOf(name, media, drafts[media], withPrompt)
    if (preset === null) return text('preset.optionsBroken')
    const response = await prompting.presets.getState().keep(prompting.createKey(), preset)
    return response.ok ? null : response.error.message
  }
  return (
    <SaveForm
      nameLabel={text('preset.new')}
      confirm={text('preset.save')}
      longestName={LONGEST_PRESET_NAME}
      onKeep={save}
    >
      <Switch label={text('preset.withPrompt')} isSelected={withPrompt} onChange={setWithPrompt} />
    </SaveForm>
  )
}

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
    const response = await prompting.presets.getState().keep(prompting.createKey(), read.preset)
    return response.ok ? read.preset.name : { file: file.name, words: response.error.message }
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
      <span className={styles.importQuiet}>{text('preset.import.drop')}</span>
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
