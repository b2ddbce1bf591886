import { expect, it } from 'vitest'
import type { Sequence, SequenceInput, SequencePlan } from '#contract/sequences.ts'
import type { Task } from '#contract/tasks.ts'
import { patched } from '#renderer/features/sequences/edits.ts'
import { countReused, shownOf } from '#renderer/features/sequences/use-clips.ts'
import { SequenceSession } from '#renderer/features/sequences/session.ts'
import { createFakeBridge } from '../../bridge/fake-bridge.ts'

const SHOT = { id: 'a', mediaType: 'video', provider: 'p', model: 'm', prompt: 'one' } as const
const sequence = (more: Partial<Sequence> = {}): Sequence => ({
  id: 's',
  name: 'n',
  shots: [{ ...SHOT, takes: [] }],
  sound: [],
  normalise: false,
  revision: 1,
  createdAt: 0,
  updatedAt: 0,
  ...more,
})
const PLAN = { planHash: 'h', shots: [], requests: 0, amounts: [], unpriced: 0, isFree: true, reused: 0 }
const FAILED = { ok: false, error: { code: 'disk_full', message: 'full' } }
const CONFLICT = { ok: false, error: { code: 'conflict', message: 'changed' } }
const ok = (data: unknown) => ({ ok: true, data })

/** A host that keeps one sequence, and can be told to refuse. */
async function begin() {
  const host = { kept: sequence(), refusal: null as unknown, plan: PLAN as SequencePlan }
  const fake = createFakeBridge((route, input) => {
    if (route === 'sequences.plan') return ok(host.plan)
    if (route === 'sequences.get') return ok(host.kept)
    if (host.refusal !== null) return host.refusal
    const { shots, revision = 0, name } = input as SequenceInput
    if (revision !== host.kept.revision) return CONFLICT
    host.kept = sequence({
      name,
      revision: revision + 1,
      shots: shots.map((shot) => ({ ...shot, id: shot.id ?? '', takes: [] })),
    })
    return ok(host.kept)
  })
  const session = new SequenceSession(fake.bridge, 's')
  session.begin()
  await expect.poll(() => session.store.getState().phase).toBe('ready')
  const prompt = () => session.store.getState().value.shots[0]?.prompt
  const type = (words: string, field = '') => session.edit(patched('a', { prompt: words }), field)
  return { ...fake, host, session, prompt, type }
}

it('shows an edit at once, saves it, and undoes and redoes it', async () => {
  const { session, host, prompt, type } = await begin()
  type('two')
  expect(prompt()).toBe('two')
  await session.flush()
  expect(host.kept).toMatchObject({ revision: 2, shots: [{ prompt: 'two' }] })
  expect(session.undo()).toBe(true)
  expect([prompt(), session.undo()]).toEqual(['one', false])
  expect([session.redo(), prompt(), session.redo()]).toEqual([true, 'two', false])
  await session.flush()
  expect(host.kept.shots[0]?.prompt).toBe('two')
  session.end()
})

it('undoes what is typed into one field in a row at once', async () => {
  const { session, prompt, type } = await begin()
  for (const words of ['t', 'tw', 'two']) type(words, 'a prompt')
  type('three')
  session.undo()
  expect(prompt()).toBe('two')
  session.undo()
  expect(prompt()).toBe('one')
  session.end()
})

it('shows what another window saved, and brings back its own with an undo', async () => {
  const { session, host, prompt, type } = await begin()
  host.kept = sequence({ revision: 7, shots: [{ ...SHOT, prompt: 'theirs', takes: [] }] })
  type('mine')
  expect(await session.flush()).toBe(true)
  expect(session.store.getState()).toMatchObject({ isReplaced: true, canUndo: true })
  expect([prompt(), host.kept.revision]).toEqual(['theirs', 7])
  session.undo()
  expect(prompt()).toBe('mine')
  await session.flush()
  expect(host.kept).toMatchObject({ revision: 8, shots: [{ prompt: 'mine' }] })
  session.end()
})

it('keeps what could not be saved, says why, and saves it with the next try', async () => {
  const { session, host, prompt, type } = await begin()
  host.refusal = FAILED
  type('two')
  expect(await session.flush()).toBe(false)
  expect([prompt(), session.store.getState().problem?.message]).toEqual(['two', 'full'])
  host.refusal = null
  expect(await session.flush()).toBe(true)
  expect([host.kept.shots[0]?.prompt, session.store.getState().problem]).toEqual(['two', null])
  session.end()
})

it('takes new takes in without touching what is being edited', async () => {
  const { session, prompt, raise, type } = await begin()
  type('two')
  const takes = [{ assetId: 'x', createdAt: 1 }]
  raise({ name: 'sequence.changed', data: { sequence: sequence({ shots: [{ ...SHOT, takes }] }) } })
  expect([prompt(), session.store.getState().takes['a']]).toEqual(['two', takes])
  session.end()
})

it.each([
  [
    'is stopped',
    { name: 'task.changed', data: { task: { id: 't', state: 'stopped', request: {} } as Task } },
  ],
  ['is removed', { name: 'task.removed', data: { id: 't' } }],
] as const)('a shot is not under way any more when the task of the same request %s', async (_what, event) => {
  const { host, session, raise } = await begin()
  const shot = { shotId: 'a', requestHash: 'r', sends: false } as const
  host.plan = { ...PLAN, shots: [{ ...shot, state: 'open', taskId: 't' }] }
  await session.askPlan()
  const states = () => session.store.getState().plan?.shots.map(({ state }) => state)
  expect(states()).toEqual(['open'])
  host.plan = { ...PLAN, shots: [{ ...shot, state: 'new', sends: true }] }
  raise(event)
  await expect.poll(states).toEqual(['new'])
  session.end()
})

it('shows what exports have of a shot whose chosen take is in the trash', async () => {
  const { session, raise } = await begin()
  session.edit(patched('a', { take: 'chosen' }))
  await session.flush()
  const shown = () => {
    const { value, ...state } = session.store.getState()
    return value.shots.map((shot) => shownOf(shot, state))
  }
  const raiseTakes = (...ids: readonly string[]) => {
    const takes = ids.map((assetId) => ({ assetId, createdAt: 1 }))
    const shots = [{ ...SHOT, take: 'chosen', takes }]
    raise({ name: 'sequence.changed', data: { sequence: sequence({ revision: 2, shots }) } })
  }
  raiseTakes('newest', 'chosen')
  expect(shown()).toEqual(['chosen'])
  raiseTakes('newest')
  expect(shown()).toEqual(['newest'])
  session.edit(patched('a', { take: 'other' }))
  expect(shown()).toEqual(['other'])
  session.end()
})

it('counts the shots whose request made something that they do not show', async () => {
  const { session, raise } = await begin()
  const shot = { shotId: 'a', requestHash: 'r', sends: false } as const
  const made: SequencePlan = { ...PLAN, shots: [{ ...shot, state: 'made', assetId: 'x' }] }
  const raiseTakes = (...ids: readonly string[]) => {
    const takes = ids.map((assetId) => ({ assetId, createdAt: 1 }))
    raise({ name: 'sequence.changed', data: { sequence: sequence({ shots: [{ ...SHOT, takes }] }) } })
  }
  const counted = (plan = made) => countReused(plan, session.store.getState())
  expect(counted()).toBe(1)
  raiseTakes('later', 'x')
  expect(counted()).toBe(1)
  raiseTakes('x', 'later')
  expect([counted(), counted({ ...PLAN, shots: [{ ...shot, state: 'new' }] })]).toEqual([0, 0])
  raiseTakes('later', 'x')
  session.edit(patched('a', { take: 'later' }))
  expect(counted()).toBe(0)
  session.end()
})
