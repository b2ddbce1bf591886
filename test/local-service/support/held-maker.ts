/**
 * A maker that goes on when it is told to, so that a test sees each step of a task.
 */
import type { Assignment, Maker } from '#local-service/makers/maker.ts'
import type { MadeFile } from '#local-service/store/made-file.ts'

export interface HeldMaker extends Maker {
  /** The assignment of the task that was begun last. */
  begun(): Promise<Assignment>
  finish(files: readonly MadeFile[]): void
  fail(message: string): void
}

const TEXT: MadeFile = {
  list: 'images',
  name: 'note.txt',
  contentType: 'text/plain',
  content: { bytes: Buffer.from('finished') },
  facts: {},
}

/** One file, enough for a result. */
export const ONE_FILE: readonly MadeFile[] = [TEXT]

export function createHeldMaker(): HeldMaker {
  let outcome = Promise.withResolvers<readonly MadeFile[]>()
  let begun = Promise.withResolvers<Assignment>()
  return {
    models: [
      {
        provider: 'sample',
        mediaType: 'image',
        model: 'held',
        label: 'Held',
        description: 'Waits.',
        scenes: ['text-to-image'],
        options: { type: 'object', properties: {} },
      },
    ],
    plan: () => Promise.resolve({ job: null, inputs: [Buffer.from('input')], remarks: {}, credits: 1 }),
    async make(assignment) {
      outcome = Promise.withResolvers()
      begun.resolve(assignment)
      assignment.signal.addEventListener('abort', () => outcome.reject(new Error('ending')))
      return await outcome.promise
    },
    async begun() {
      const assignment = await begun.promise
      begun = Promise.withResolvers()
      return assignment
    },
    finish: (files) => outcome.resolve(files),
    fail: (message) => outcome.reject(new Error(message)),
  }
}
