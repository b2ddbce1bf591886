/**
 * A sequence with a cast at two services: another image of one member changes the shots that it is in, and what goes on from them.
 *
 * @slow 30 shots instead of 15.
 */
import sharp from 'sharp'
import { expect } from 'vitest'
import type { Amount } from '#contract/spending.ts'
import type { Shot } from '#contract/sequences.ts'
import { scaled, slow } from '#test/stand-ins/scale.ts'
import { openFaultyService } from '#test/stand-ins/test-service.ts'
import { openTestAppAt, REQUEST, type TestApp } from '#test/stand-ins/test-app.ts'

const SHOTS = scaled(15, 30)
const MEMBERS = ['Mara', 'Jon', 'Fox', 'Boat', 'Coat']
/** So many shots go on from one another. */
const CHAIN = 3
const CHANGED = 2
/** For a machine that is many times as slow as usual. */
const PATIENCE_MS = 180_000

const memberOf = (place: number): number => place % MEMBERS.length
const goesOn = (place: number): boolean => place % CHAIN > 0

/** Which shots another image of a member changes, told by the places alone. */
function changedBy(member: number): readonly boolean[] {
  const changed: boolean[] = []
  for (let place = 0; place < SHOTS; place++) {
    changed.push(memberOf(place) === member || (goesOn(place) && changed[place - 1] === true))
  }
  return changed
}

async function addImage(app: TestApp, grey: number): Promise<string> {
  const background = { r: grey, g: grey, b: grey }
  const png = await sharp({ create: { width: 8, height: 8, channels: 3, background } })
    .png()
    .toBuffer()
  const dataUrl = `data:image/png;base64,${png.toString('base64')}`
  return (await app.ask('inputs.add', { name: 'face.png', dataUrl })).id
}

const priceAt = (app: TestApp, profileId: string, amount: Amount) =>
  app.ask('spending.setPrice', { profileId, provider: REQUEST.provider, model: REQUEST.model, amount })

slow(
  'another image of a cast member makes its shots stale along the chain, for the price of the plan',
  async () => {
    const services = [await openFaultyService(), await openFaultyService()] as const
    const app = await openTestAppAt(services[0].baseUrl)
    const { id: otherId } = await app.ask('profiles.create', {
      name: 'Other',
      baseUrl: services[1].baseUrl,
      apiKey: 'other-key',
    })
    const profiles = [app.profileId, otherId] as const
    await priceAt(app, profiles[0], { unit: 'USD', value: 0.5 })
    await priceAt(app, profiles[1], { unit: 'EUR', value: 0.25 })
    const members = []
    for (const [place, name] of MEMBERS.entries()) {
      const images = [{ inputId: await addImage(app, place) }]
      members.push(await app.ask('cast.save', { handle: name, name, sentence: `the one ${name}`, images }))
    }
    const shots = Array.from({ length: SHOTS }, (_, place): Shot => ({
      id: `shot-${place}`,
      mediaType: 'image',
      profileId: profiles[place % 2],
      provider: REQUEST.provider,
      model: REQUEST.model,
      prompt: `${place}: @${MEMBERS[memberOf(place)]} walks`,
      ...(goesOn(place) && { from: { shotId: `shot-${place - 1}` } }),
    }))
    const { id } = await app.ask('sequences.save', { name: 'Walk', shots })
    const planned = () => app.ask('sequences.plan', { id })
    const added = () => app.events.filter(({ name }) => name === 'asset.added').length
    /** Sends the plan and compares it with what the ledger got meanwhile, and with what the services received. */
    const make = async (expected: readonly boolean[]) => {
      app.clock.advance(1)
      const from = app.clock.now()
      const before = services.map((service) => service.generates().length)
      const addedBefore = added()
      const plan = await planned()
      expect(plan.shots.map(({ sends }) => sends)).toEqual(expected)
      await app.ask('sequences.generate', { id, planHash: plan.planHash })
      const requests = expected.filter(Boolean).length
      // Cheap to ask, unlike a plan.
      await app.until(() => added() === addedBefore + requests, { patienceMs: PATIENCE_MS })
      await app.until(async () => (await planned()).shots.every(({ state }) => state === 'made'))
      const { rows } = await app.ask('spending.query', { from, to: app.clock.now() + 1, by: [] })
      expect(rows).toMatchObject([{ requests, amounts: plan.amounts }])
      const at = (service: number) => expected.filter((sends, place) => sends && place % 2 === service).length
      const received = services.map((service, place) => service.generates().length - (before[place] ?? 0))
      expect(received).toEqual([at(0), at(1)])
      expect(plan.amounts).toEqual([
        { unit: 'EUR', value: at(1) * 0.25 },
        { unit: 'USD', value: at(0) * 0.5 },
      ])
    }
    await make(Array.from({ length: SHOTS }, () => true))
    const {
      handle,
      name,
      sentence,
      id: memberId,
    } = members[CHANGED] ?? { handle: '', name: '', sentence: '' }
    const images = [{ inputId: await addImage(app, 200) }]
    await app.ask('cast.save', { id: memberId, handle, name, sentence, images })
    const changed = changedBy(CHANGED)
    expect((await planned()).shots.map(({ state }) => state)).toEqual(
      changed.map((isChanged) => (isChanged ? 'stale' : 'made')),
    )
    await make(changed)
    // The image that it had: everything is there.
    await app.ask('cast.save', {
      id: memberId,
      handle,
      name,
      sentence,
      images: [{ inputId: await addImage(app, CHANGED) }],
    })
    expect(await planned()).toMatchObject({ requests: 0, reused: SHOTS })
  },
)
