/**
 * A maker that accepts every request and can make nothing.
 */
import type { Maker } from '#local-service/makers/maker.ts'

export const failingMaker: Maker = {
  models: [
    {
      provider: 'sample',
      mediaType: 'image',
      model: 'always-fails',
      label: 'Always fails',
      description: 'Makes nothing.',
      scenes: ['text-to-image'],
      options: { type: 'object', properties: {} },
    },
  ],
  plan: () => Promise.resolve({ job: null, inputs: [], remarks: {}, credits: 3 }),
  make: () => Promise.reject(new Error('The easel fell over.')),
}
