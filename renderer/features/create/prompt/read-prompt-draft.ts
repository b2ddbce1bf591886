/** The parts of a draft that prompts are made from, as they were kept. */
import type { PromptDraft } from './plan-prompts.ts'

/** What is not understood is as in `fresh`. */
export function readPromptDraft(saved: object, fresh: PromptDraft): PromptDraft {
  const { prompt, variables, expansion, picks, pickSeed } = saved as Partial<
    Record<keyof PromptDraft, unknown>
  >
  return {
    prompt: typeof prompt === 'string' ? prompt : fresh.prompt,
    variables: readVariables(variables),
    expansion: expansion === 'each' || expansion === 'random' ? expansion : fresh.expansion,
    picks: isWhole(picks) && picks >= 1 ? picks : fresh.picks,
    pickSeed: isWhole(pickSeed) ? pickSeed : fresh.pickSeed,
  }
}

function readVariables(saved: unknown): PromptDraft['variables'] {
  if (typeof saved !== 'object' || saved === null) return {}
  const typed = Object.entries(saved).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  return Object.fromEntries(typed)
}

function isWhole(value: unknown): value is number {
  return Number.isSafeInteger(value)
}
