/** What stands against sending the inputs, and what speaks against it, where the inputs are. */
import { TriangleAlert } from 'lucide-react'
import type { InputReference } from '#contract/inputs.ts'
import type { JsonObject } from '#contract/json.ts'
import type { Scene } from '#contract/rules/media.ts'
import { useWords, type Words } from '../../../ui/text.ts'
import type { DraftInput } from '../draft.ts'
import type { GiftProblem } from './input-actions.ts'
import styles from './input-section.module.css'
import { findCrowded, findInputProblem, missingForScene, type InputKnowledge } from './plan-inputs.ts'
import { inputProblemWords } from './problem-words.ts'

export interface InputNotesProps {
  readonly scene: Scene
  readonly inputs: readonly DraftInput[]
  readonly references: readonly InputReference[]
  readonly knowledge: InputKnowledge
  readonly options: JsonObject
  readonly giftProblem: GiftProblem | null
  readonly error: string | undefined
}

export function InputNotes(props: InputNotesProps) {
  const { scene, inputs, references, knowledge, options, giftProblem, error } = props
  const { text } = useWords()
  const problem = findInputProblem(references, knowledge.keys, options)
  const missing = missingForScene(scene, inputs, options)
  const crowded = findCrowded(references, knowledge.keys)
  const problems = [
    ...(error === undefined ? [] : [error]),
    ...(giftProblem === null ? [] : [giftWords(giftProblem, text)]),
    ...(problem === null ? [] : [inputProblemWords(problem, text)]),
  ]
  const warnings = [
    ...(missing === null
      ? []
      : [text('input.sceneNeeds', { scene: text(`scene.${scene}`), kind: text(`input.kind.${missing}`) })]),
    ...(crowded === null ? [] : [text('input.crowded', crowded)]),
  ]
  return (
    <output className={styles.notes}>
      {problems.map((words) => (
        <span key={words} className={styles.problem}>
          {words}
        </span>
      ))}
      {warnings.map((words) => (
        <span key={words} className={styles.warning}>
          <TriangleAlert size={14} aria-hidden /> {words}
        </span>
      ))}
    </output>
  )
}

function giftWords(problem: GiftProblem, text: Words['text']): string {
  if (problem.kind === 'recipe') return problem.message
  return problem.kind === 'full'
    ? text('input.gift.full', { left: problem.left })
    : text(`input.gift.${problem.kind}`)
}
