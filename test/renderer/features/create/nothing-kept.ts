/** For a form of which nothing is kept. */
export const NOTHING_KEPT = {
  saver: {
    read: async () => null,
    load: async () => null,
    save: () => undefined,
    flush: async () => undefined,
    leave: () => undefined,
  },
  firstPrompt: '',
  onAccepted: () => undefined,
}
