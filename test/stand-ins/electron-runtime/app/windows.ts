/** The windows there are, in the order of their making. Known to the application's life and to the windows alike. */
export interface AnyWindow {
  close(): void
  destroy(): void
  isFocused(): boolean
}

export const windows = new Set<AnyWindow>()
