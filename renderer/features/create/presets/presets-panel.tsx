/** Presets: applied, saved from the form, renamed, deleted, and shared as files. */
import '../../../locales/create.ts'
import { Download, Upload } from '#renderer/icons.tsx'
import { useState } from 'react'
import { type DropItem, DropZone, type FileDropItem, FileTrigger } from 'react-aria-components'
import type { Preset } from '#contract/prompts.ts'
import { useModelLabel } from '../../../bridge/host.tsx'
import { useSaveFile } from '../../../bridge/use-save-file.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Switch } from '../../../ui/field.tsx'
import parts from '../../../ui/parts.module.css'
import { Problem } from '../../../ui/problem.tsx'
import { fileName, useFormatter, type Formatter } from '../../../ui/text.ts'
import { useCreate } from '../create-context.ts'
import { SavedList, SaveForm } from '../saved-items/saved-list.tsx'
import styles from '../saved-items/saved-items.module.css'
import { pickPresets } from '../starters/use-starters.ts'
import { StarterList } from '../starters/starter-list.tsx'
import { draftFrom, MAX_PRESET_NAME, presetOf, readPresetFile, writePresetFile } from './presets.ts'

function detail(
  { mediaType, provider, model }: Preset,
  labelOf: ReturnType<typeof useModelLabel>,
  text: Formatter['text'],
): string {
  const name = model === undefined ? '' : labelOf(model, provider)
  return [text(`media.${mediaType}`), name].filter(Boolean).join(' · ')
}

export function PresetsPanel({ onApplied }: { onApplied(): void }) {
  const { text } = useFormatter()
  const { form, prompting, write } = useCreate()
  const labelOf = useModelLabel()
  const { save, problem } = useSaveFile()
  const [withPrompt, setWithPrompt] = useState(false)
  function apply(preset: Preset): void {
    write(preset.mediaType, draftFrom(preset))
    onApplied()
  }
  return (
    <>
      <SavedList
        store={prompting.presets}
        kind="preset"
        longestName={MAX_PRESET_NAME}
        detail={(preset) => detail(preset, labelOf, text)}
        renderActions={(preset) => (
          <IconButton
            icon={Download}
            label={text('preset.export', { name: preset.name })}
            onPress={() =>
              void save(fileName(preset.name, 'preset', '.preset.json'), new Blob([writePresetFile(preset)]))
            }
          />
        )}
        onChoose={apply}
      />
      <StarterList
        kind="presets"
        store={prompting.presets}
        pick={pickPresets}
        detail={(preset) => preset.prompt ?? detail(preset, labelOf, text)}
        onChoose={apply}
      />
      <Problem message={problem} />
      <SaveForm
        store={prompting.presets}
        kind="preset"
        nameLabel={text('preset.new')}
        longestName={MAX_PRESET_NAME}
        make={(name) => {
          const { mediaType, drafts } = form.getState()
          return presetOf(name, mediaType, drafts[mediaType], withPrompt) ?? text('preset.optionsBroken')
        }}
      >
        <Switch label={text('preset.withPrompt')} isSelected={withPrompt} onChange={setWithPrompt} />
      </SaveForm>
      <ImportPresets />
    </>
  )
}

interface ImportProblem {
  readonly file: string
  readonly problem: string
}

function ImportPresets() {
  const { text, names } = useFormatter()
  const { prompting } = useCreate()
  const [problems, setProblems] = useState<readonly ImportProblem[]>([])
  const [taken, setTaken] = useState('')

  async function take(file: File): Promise<ImportProblem | string> {
    const read = await readPresetFile(file)
    if ('problem' in read)
      return { file: file.name, problem: text(`preset.file.${read.problem.kind}`, { ...read.problem }) }
    const response = await prompting.presets.getState().keep(prompting.createKey(), read.preset)
    return response.ok ? read.preset.name : { file: file.name, problem: response.error.message }
  }
  async function takeAll(files: readonly File[]): Promise<void> {
    const outcomes = await Promise.all(files.map(take))
    setProblems(outcomes.filter((outcome) => typeof outcome !== 'string'))
    setTaken(names(outcomes.filter((outcome) => typeof outcome === 'string')))
  }

  return (
    <DropZone
      className={classNames(parts.row, styles.drop)}
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
      <span className={parts.quiet}>{text('preset.import.drop')}</span>
      {taken !== '' && <output>{text('preset.import.taken', { names: taken })}</output>}
      {problems.map((problem) => (
        <Problem key={problem.file} message={text('preset.file.problem', { ...problem })} />
      ))}
    </DropZone>
  )
}

function filesOf(items: readonly DropItem[]): Promise<readonly File[]> {
  const files = items.filter((item): item is FileDropItem => item.kind === 'file')
  return Promise.all(files.map((item) => item.getFile()))
}
