/** The prompt, and where it is a template what belongs to it. */
import { useEffect, useMemo } from 'react'
import parts from '../../../ui/parts.module.css'
import { useCreate, useView } from '../create-context.ts'
import type { PressKind } from '../press-guard.ts'
import { PromptBox } from './prompt-box.tsx'
import { TemplatePreview, TemplateWords } from './template-section.tsx'
import { parseTemplate, type Template } from './template.ts'

export function PromptSection({ onGenerate }: { onGenerate(kind: PressKind): void }) {
  const prompt = useView((view) => view.draft.prompt)
  const template = useMemo(() => parseTemplate(prompt), [prompt])
  useListsOf(template)
  return (
    <div className={parts.column}>
      <PromptBox template={template} onGenerate={onGenerate} />
      {!template.isPlain && (
        <>
          <TemplateWords template={template} />
          <TemplatePreview />
        </>
      )}
    </div>
  )
}

/** Reads the lists that the template names; again when the window comes back, because they are files. */
function useListsOf({ lists }: Template): void {
  const { words } = useCreate().prompting
  const names = lists.join('\n')
  useEffect(() => {
    const { need, refresh } = words.getState()
    if (names !== '') void need(names.split('\n'))
    const onFocus = (): void => void refresh()
    window.addEventListener('focus', onFocus)
    return () => window.removeEventListener('focus', onFocus)
  }, [words, names])
}
