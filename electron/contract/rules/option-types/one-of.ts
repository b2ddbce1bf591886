import type { AnyField, OptionFacts, OptionType } from './option-type.ts'

/** One of several kinds of value. */
export interface OneOfField extends OptionFacts {
  readonly kind: 'oneOf'
  /** Their keys are empty. */
  readonly branches: readonly AnyField[]
}

export type OneOfProblem = { readonly kind: 'notAnyOf' }

export const ONE_OF: OptionType<OneOfField, OneOfProblem> = {
  read: ({ allowed }) => {
    if (allowed.by !== 'branches' || allowed.branches.length === 0) return null
    const { branches } = allowed
    return branches.some(({ kind }) => kind === 'json') ? null : { kind: 'oneOf', branches }
  },
  fits: (value, { branches }, any) => branches.some((branch) => any.fits(branch, value)),
  misfit: { kind: 'notAnyOf' },
  /** By the branch that fits best. */
  check: ({ branches }, value, { inside }, any) => {
    const findings = branches
      .filter((branch) => any.fits(branch, value))
      .map((branch) => inside(branch, value))
    return findings.toSorted((one, other) => one.length - other.length)[0] ?? []
  },
  known: ({ branches }, any) => branches.flatMap(any.known),
  offered: ({ branches }, any) => branches.flatMap(any.offered),
  first: ({ branches: [branch] }, any) => (branch === undefined ? null : any.first(branch)),
  inside: ({ branches }, path, any) =>
    branches.map((branch) => any.inside(branch, path)).find((found) => found !== null) ?? null,
}
