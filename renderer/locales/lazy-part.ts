/** A component that is loaded when it is needed. */
import { type ComponentType, lazy, type LazyExoticComponent } from 'react'
import { withMessages } from './messages.ts'

/** With its messages: it is never shown before them. */
export function lazyPart<Part, Props>(
  load: () => Promise<Part>,
  component: (part: Part) => ComponentType<Props>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: component(await withMessages(load)) }))
}
