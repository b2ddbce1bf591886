import type { OptionFacts, OptionType } from './option-type.ts'

export interface SwitchField extends OptionFacts {
  readonly kind: 'switch'
}

export type SwitchProblem = { readonly kind: 'notBoolean' }

export const SWITCH: OptionType<SwitchField, SwitchProblem> = {
  read: ({ allowed }) => (allowed.by === 'type' && allowed.name === 'boolean' ? { kind: 'switch' } : null),
  fits: (value) => typeof value === 'boolean',
  misfit: { kind: 'notBoolean' },
  known: () => [true, false],
  first: () => false,
}
