/**
 * The specification of the generation service, sentence by sentence, checked over HTTP alone.
 */
import { afterAll, beforeAll, describe } from 'vitest'
import { describeAuthentication } from './sections/authentication.ts'
import { describeContact } from './sections/contact.ts'
import { describeErrors } from './sections/errors.ts'
import { describeGeneration } from './sections/generation.ts'
import { describeLimits } from './sections/limits.ts'
import { describePreflight } from './sections/preflight.ts'
import { describeTask } from './sections/task.ts'
import { describeVersioning } from './sections/versioning.ts'
import { speakTo, type Client, type Start } from './service-under-test.ts'

/** Describes the specification against the services that `start` starts. */
export function describeConformance(name: string, start: Start): void {
  describe(`${name} and the specification`, () => {
    let client: Client
    beforeAll(async () => {
      client = speakTo(await start())
    })
    afterAll(() => client.service.close())
    const now = (): Client => client

    describe('Generation request and response', () => {
      describeGeneration(now)
    })
    describe('Task response, states and refresh', () => {
      describeTask(now, start)
    })
    describe('Contact', () => {
      describeContact(now)
    })
    describe('CORS preflight', () => {
      describePreflight(now)
    })
    describe('Authentication', () => {
      describeAuthentication(now)
    })
    describe('Errors', () => {
      describeErrors(now)
    })
    describe('Limits', () => {
      describeLimits(start)
    })
    describe('Versioning and the model listing', () => {
      describeVersioning(now)
    })
  })
}
