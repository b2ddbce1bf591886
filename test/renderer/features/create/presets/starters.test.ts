import { expect, it } from 'vitest'
import { z } from 'zod'
import { presetSchema } from '#contract/prompts.ts'
import schema from '#renderer/features/create/starters/starters.schema.json' with { type: 'json' }
import starters from '#renderer/features/create/starters/starters.json' with { type: 'json' }
import { namedStarters } from '#renderer/features/create/starters/starters.ts'
import messages from '#renderer/locales/en/create.json' with { type: 'json' }

it('ships starters as their schema says, each under an id of its own, and presets as the host takes them', () => {
  const read = z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]).safeParse(starters)
  expect(read.error?.message).toBeUndefined()
  for (const { id: _, ...preset } of starters.presets)
    expect(presetSchema.safeParse({ ...preset, name: 'n' })).toMatchObject({ success: true, data: preset })
  for (const list of [starters.presets, starters.styles])
    expect(new Set(list.map(({ id }) => id)).size).toBe(list.length)
})

it('names every starter in the messages, and no other', () => {
  const { presets, styles } = namedStarters((id) => id)
  const named = Object.keys(messages).filter((id) => /^starter\.(?:preset|style)\./.test(id))
  expect([...presets, ...styles].map(({ name }) => name).toSorted()).toEqual(named.toSorted())
})
