/** An application without anything in it: answers as told, remembers what it was asked. */
import type { Bytes } from '#core/media/receive-file.ts'
import { written } from '#contract/messages/message.ts'
import { say } from '#test/stand-ins/say.ts'
import { renderResult } from '#core/messages/render.ts'
import type { App } from '#core/app.ts'
import type { EventMessage } from '#contract/events.ts'
import { fail, type RenderedResult } from '#contract/errors.ts'
import { createLayout } from '#contract/rules/layout.ts'
import type { ServableFile } from '#core/servable-media.ts'

export interface FakeApp extends App {
  readonly calls: (readonly [route: string, input: unknown])[]
  readonly uploads: (readonly [name: string, bytes: Uint8Array])[]
  readonly previews: (readonly [assetId: string, kind: string, bytes: Uint8Array])[]
  readonly layouts: unknown[]
  readonly imports: (readonly [name: string, bytes: Uint8Array, modifiedAt: number | undefined])[]
  readonly recipes: Uint8Array[]
  readonly saved: (readonly [name: string, bytes: Uint8Array])[]
  readonly services: unknown[]
  readonly files: Map<string, ServableFile>
  readonly asked: string[]
  readonly listeners: Set<(event: EventMessage) => void>
  response: RenderedResult<unknown> | Error
  isClosed: boolean
  /** How long each end of sending may take. */
  readonly sendingEnds: number[]
  wakes: number
  emit(event: EventMessage): void
}

const NO_AGENTS: App['agents'] = {
  identify: () => null,
  anonymous: () => ({ agentId: 'anonymous', name: 'Nobody' }),
  isEnabled: () => true,
  quote: async () => fail('not_found', written('There are no quotes here.')),
  planSequence: async () => fail('not_found', written('There are no quotes here.')),
  generate: () => fail('not_found', written('There are no quotes here.')),
  outcome: () => fail('not_found', written('There are no quotes here.')),
  withdraw: () => fail('not_found', written('There are no quotes here.')),
  decided: async () => undefined,
  task: () => fail('not_found', written('There are no tasks here.')),
}

function nothingYet() {
  return {
    calls: [],
    uploads: [],
    previews: [],
    layouts: [],
    imports: [],
    recipes: [],
    saved: [],
    services: [],
    files: new Map(),
    asked: [],
    sendingEnds: [],
    wakes: 0,
    listeners: new Set(),
    response: { ok: true, data: { fine: true } },
    isClosed: false,
  } satisfies Partial<FakeApp>
}

export function createFakeApp(): FakeApp {
  const find = (place: string) => async (id: string) => {
    app.asked.push(`${place} ${id}`)
    return app.files.get(`${place} ${id}`) ?? null
  }
  const app: FakeApp = {
    ...nothingYet(),
    agents: NO_AGENTS,
    media: {
      asset: find('asset'),
      thumb: find('thumb'),
      scrub: find('scrub'),
      peaks: find('peaks'),
      input: find('input'),
      exported: find('exported'),
    },
    async call(route, input) {
      app.calls.push([route, input])
      if (app.response instanceof Error) throw app.response
      return app.response
    },
    subscribe(listener) {
      app.listeners.add(listener)
      return () => void app.listeners.delete(listener)
    },
    async addInput(name, bytes) {
      const taken = await collect(bytes)
      if (taken.byteLength === 0) return renderResult(fail('invalid_input', written('empty')), say)
      app.uploads.push([name, taken])
      return { ok: true, data: inputOf(name, taken.byteLength) }
    },
    async addPreview(assetId, kind, bytes) {
      app.previews.push([assetId, kind, bytes])
      return { ok: true, data: {} }
    },
    addRendered: async () => renderResult(fail('not_found', written('no work')), say),
    async layout(input) {
      app.layouts.push(input)
      return { ok: true, data: createLayout(0).bytes }
    },
    async importFile({ name, body, modifiedAt }) {
      app.imports.push([name, Buffer.concat(await Array.fromAsync(body)), modifiedAt])
      return renderResult(fail('invalid_input', written('no media')), say)
    },
    importZip: async () => renderResult(fail('invalid_input', written('no zip')), say),
    openSequence: async () => renderResult(fail('invalid_input', written('no sequence')), say),
    async readRecipe(bytes) {
      app.recipes.push(await collect(bytes))
      return { ok: true, data: { source: 'atelier', options: {} } }
    },
    async saveFile(name, bytes) {
      app.saved.push([name, await collect(bytes)])
      return { ok: true, data: { saved: true } }
    },
    setLocalService: (at) => void app.services.push(at),
    wake: () => void (app.wakes += 1),
    finishSending: async (limitMs) => void app.sendingEnds.push(limitMs),
    close: async () => void (app.isClosed = true),
    closeAtOnce: () => void (app.isClosed = true),
    emit: (event) => app.listeners.forEach((listener) => listener(event)),
  }
  return app
}

export const noticeEvent: EventMessage = { name: 'notice.cleared', data: { id: 'n1' } }

async function collect(bytes: Bytes): Promise<Uint8Array> {
  return bytes instanceof Uint8Array ? bytes : Buffer.concat(await Array.fromAsync(bytes))
}

function inputOf(name: string, sizeBytes: number) {
  return { id: 'in1', kind: 'image', mimeType: 'image/png', sizeBytes, sha256: '', name } as const
}
