/** An event of Electron that a listener may cancel. */
export interface Cancellable {
  readonly defaultPrevented: boolean
  preventDefault(): void
}

export function cancellable(): Cancellable {
  const event = {
    defaultPrevented: false,
    preventDefault: () => void (event.defaultPrevented = true),
  }
  return event
}
