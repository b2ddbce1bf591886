/** How a control finds its place in the options. */
import { type ComponentType, createContext, use } from 'react'
import type { Json, JsonObject } from '#contract/json.ts'
import type { AnyField, OptionPath } from '#contract/rules/option-types/option-type.ts'
import type { FieldOf, OptionKind } from '#contract/rules/option-types/option-types.ts'
import { valueAt } from './options-text.ts'

/** The options that the controls change. */
export interface OptionPlaces {
  readonly options: JsonObject
  readonly isDisabled: boolean
  /** undefined takes the value away. */
  set(path: OptionPath, value: Json | undefined): void
  /** The words on what is wrong at a place. */
  errorAt(path: OptionPath): string | undefined
  /** The words on what is unusual at a place and stops nothing. */
  adviceAt(path: OptionPath): string | undefined
}

export const OptionPlacesContext = createContext<OptionPlaces | null>(null)

export function useOptionPlaces(): OptionPlaces {
  const places = use(OptionPlacesContext)
  if (places === null) throw new Error('useOptionPlaces is called outside OptionPlacesContext')
  return places
}

/** The value at a place, and what a control there needs. */
export function useOption(path: OptionPath) {
  const { options, isDisabled, set, errorAt } = useOptionPlaces()
  return {
    value: valueAt(options, path),
    isDisabled,
    error: errorAt(path),
    change: (value: Json | undefined): void => set(path, value),
  }
}

export interface OptionControlProps {
  readonly field: AnyField
  readonly path: OptionPath
  /** In place of the field's own name. */
  readonly label?: string
}

export interface ControlProps<Kind extends OptionKind = OptionKind> {
  readonly field: FieldOf<Kind>
  readonly path: OptionPath
  readonly label: string
  /** The control of a field inside. */
  readonly Inner: ComponentType<OptionControlProps>
}

export function textOf(value: Json | undefined): string | null {
  return typeof value === 'string' ? value : null
}
