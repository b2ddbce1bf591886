/** Where the seeds of several requests come from. */
import { NumberField, Select } from '../../../ui/field.tsx'
import { useWords } from '../../../ui/text.ts'
import { seedProblemWords } from './problem-words.ts'
import type { Seeds } from './batch-settings.ts'
import type { SeedProblem } from './plan-seeds.ts'

const KINDS = ['free', 'fixed', 'random', 'range'] as const satisfies readonly Seeds['kind'][]

export interface SeedFieldsProps {
  readonly seeds: Seeds
  /** The seed is an axis of the matrix. */
  readonly isAxis: boolean
  /** Each request is made several times. */
  readonly repeats: boolean
  readonly problem: SeedProblem | null
  onChange(seeds: Seeds): void
}

export function SeedFields({ seeds, isAxis, repeats, problem, onChange }: SeedFieldsProps) {
  const { text } = useWords()
  const error = problem === null ? null : seedProblemWords(problem, text)
  return (
    <>
      <Select
        label={text('batch.seeds')}
        value={isAxis ? 'free' : seeds.kind}
        isDisabled={isAxis}
        onChange={(kind) => onChange(freshSeeds(kind))}
        options={KINDS.map((kind) => ({ value: kind, label: text(`batch.seeds.${kind}`) }))}
        hint={isAxis ? text(repeats ? 'batch.seeds.sameAgain' : 'batch.seeds.areAxis') : undefined}
      />
      {!isAxis && seeds.kind === 'fixed' && (
        <NumberField
          label={text('batch.seeds.seed')}
          value={seeds.seed}
          min={0}
          step={1}
          onChange={(seed) => onChange({ kind: 'fixed', seed })}
          hint={repeats ? text('batch.seeds.sameAgain') : undefined}
          error={error}
        />
      )}
      {!isAxis && seeds.kind === 'range' && (
        <>
          <NumberField
            label={text('batch.seeds.from')}
            value={seeds.from}
            min={0}
            step={1}
            onChange={(from) => onChange({ ...seeds, from })}
          />
          <NumberField
            label={text('batch.seeds.to')}
            value={seeds.to}
            min={0}
            step={1}
            onChange={(to) => onChange({ ...seeds, to })}
            error={error}
          />
        </>
      )}
    </>
  )
}

function freshSeeds(kind: Seeds['kind']): Seeds {
  switch (kind) {
    case 'free':
      return { kind }
    case 'fixed':
      return { kind, seed: null }
    case 'random':
      return { kind, draw: Math.floor(Math.random() * 2 ** 31) }
    case 'range':
      return { kind, from: null, to: null }
  }
}
