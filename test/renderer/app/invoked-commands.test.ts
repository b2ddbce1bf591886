/** What was asked for outside the page opens a place or fills the form, and sends nothing. */
import { written } from '#contract/messages/message.ts'
import { expect, test } from 'vitest'
import { type Command, PAGE_COMMANDS } from '#contract/app.ts'
import { fail, succeed } from '#contract/errors.ts'
import { type CommandTargets, runCommand } from '#renderer/app/invoked-commands.ts'
import { createApprovalStore } from '#renderer/bridge/stores/agents.ts'
import { createReuse } from '#renderer/features/create/reuse/reuse.ts'
import { createFormStore } from '#renderer/features/create/form-store.ts'
import { createFakeBridge } from '../bridge/fake-bridge.ts'
import { NO_WORKFLOWS } from '../features/create/workflow/no-workflows.ts'
import { NOTHING_KEPT } from '../features/create/plans.ts'

const MODELS = [
  { id: 'ink', provider: 'studio' },
  { id: 'oil', provider: 'studio' },
  { id: 'oil', provider: 'other' },
]

function setUp({ leaves = true } = {}) {
  const went: unknown[] = []
  const fake = createFakeBridge((route) =>
    route === 'inputs.get' ? fail('not_found', written('None.')) : succeed({}),
  )
  const form = createFormStore({
    ...NOTHING_KEPT,
    bridge: fake.bridge,
    createKey: () => 'k',
    now: () => 0,
  })
  const reuse = createReuse({ bridge: fake.bridge, form, draw: () => 42, workflows: NO_WORKFLOWS })
  const waiting: object[] = []
  let list: { items: typeof MODELS } | null = null
  const targets = {
    router: { go: (...place: readonly unknown[]) => went.push(place) },
    form,
    reuse,
    models: { getState: () => ({ list, load: async () => void (list = { items: MODELS }) }) },
    host: {
      approval: createApprovalStore(),
      quotes: { getState: () => ({ items: waiting }) },
      queue: {
        getState: () => ({ queue: { why: { id: 'queue.paused' } } }),
        setPaused: (to: boolean) => went.push(['pause', to]),
      },
    },
    onPalette: () => went.push('palette'),
    onHelp: () => went.push('help'),
  } as unknown as CommandTargets
  const draft = () => form.getState().drafts[form.getState().mediaType]
  return {
    ...fake,
    targets,
    waiting,
    went,
    form,
    reuse,
    draft,
    runCommand: (command: Command) => runCommand(command, targets, async () => leaves),
  }
}

test('knows every command of the menu', async () => {
  const { went, form, runCommand } = setUp()
  for (const command of PAGE_COMMANDS) await runCommand({ kind: 'run', command })
  expect(went).toEqual([
    ['create'],
    ['create'],
    ['queue'],
    ['gallery'],
    ['settings'],
    ['pause', false],
    'palette',
    'help',
  ])
  expect(form.getState().focusRequests).toBe(1)
})

test('does nothing where the user keeps what lies over the place, but what leaves it there', async () => {
  const { went, form, waiting, targets, runCommand } = setUp({ leaves: false })
  waiting.push({ asked: true, createdAt: 0 })
  for (const command of PAGE_COMMANDS) await runCommand({ kind: 'run', command })
  await runCommand({ kind: 'openTask', id: 't1' })
  await runCommand({ kind: 'fillForm', fields: { prompt: 'a fox' } })
  await runCommand({ kind: 'openQuotes' })
  expect([went, form.getState().focusRequests, form.getState().drafts.image.prompt]).toEqual([
    [['pause', false], 'help'],
    0,
    '',
  ])
  expect(targets.host.approval.getState().isOpen).toBe(true)
})

test('opens what is named', async () => {
  const { went, runCommand } = setUp()
  await runCommand({ kind: 'openTask', id: 't1' })
  await runCommand({ kind: 'openAsset', id: 'a1' })
  expect(went).toEqual([
    ['queue', 't1'],
    ['gallery', 'a1'],
  ])
})

test('opens what agents wait for, where one still does', async () => {
  const { targets, waiting, runCommand } = setUp()
  const isOpen = () => targets.host.approval.getState().isOpen
  await runCommand({ kind: 'openQuotes' })
  expect(isOpen()).toBe(false)
  waiting.push({ asked: true, createdAt: 0 })
  await runCommand({ kind: 'openQuotes' })
  expect(isOpen()).toBe(true)
})

test('fills the form from a link, its prompt word for word, with the way back, and sends nothing', async () => {
  const { calls, form, reuse, draft, went, runCommand } = setUp()
  form.getState().edit({ prompt: 'my own words' })
  await runCommand({ kind: 'fillForm', fields: { prompt: 'a fox', model: 'ink', mediaType: 'image' } })
  expect(draft()).toMatchObject({ prompt: 'a fox', model: { id: 'ink', provider: 'studio' } })
  expect([went, reuse.getState().reused?.how, calls.map(([route]) => route)]).toEqual([
    [['create']],
    'link',
    [],
  ])
  reuse.getState().undo()
  expect(draft().prompt).toBe('my own words')
})

test.each([
  ['two providers have it', { model: 'oil' }],
  ['nobody has it', { model: 'gone' }],
  ['another provider has it', { model: 'ink', provider: 'other' }],
])('keeps the model in the form where %s', async (_, words) => {
  const { draft, form, runCommand } = setUp()
  form.getState().edit({ model: { id: 'mine', provider: 'studio', isTyped: false } })
  await runCommand({ kind: 'fillForm', fields: { prompt: 'a fox', ...words } })
  expect(draft()).toMatchObject({ prompt: 'a fox', model: { id: 'mine' } })
})

test('restores the recipe of a file', async () => {
  const { reuse, draft, runCommand } = setUp()
  await runCommand({
    kind: 'restoreRecipe',
    recipe: { source: 'atelier', prompt: 'a boat', options: { seed: 3 } },
  })
  expect([draft().prompt, reuse.getState().reused?.how]).toEqual(['a boat', 'recipe'])
})
