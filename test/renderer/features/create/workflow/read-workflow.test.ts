import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { readWorkflow } from '#renderer/features/create/workflow/read-workflow.ts'

const WORKFLOW = { 3: { class_type: 'KSampler', inputs: { seed: 5 } } }
const LAYOUT = { nodes: [], links: [], version: 0.4 }

describe('a JSON file', () => {
  it.each([
    ['a workflow in API format', WORKFLOW, { kind: 'workflow', workflow: WORKFLOW }],
    ['the body that a service takes', { prompt: WORKFLOW }, { kind: 'workflow', workflow: WORKFLOW }],
    ['the layout that an editor saves', LAYOUT, { kind: 'layout' }],
    ['a node without inputs', { 3: { class_type: 'KSampler' } }, null],
    ['something else', { prompt: 'a fox' }, null],
    ['nothing', {}, null],
    ['a list', [], null],
  ])('%s', async (_, content, read) => {
    expect(await readWorkflow(new File([JSON.stringify(content)], 'flow.json'))).toEqual(read)
  })

  it('with the NaN that Python writes', async () => {
    const text = '{"3":{"class_type":"A","inputs":{},"is_changed":[NaN]}}'
    expect(await readWorkflow(new File([text], 'flow.json'))).toMatchObject({ kind: 'workflow' })
  })

  it('that is none', async () => {
    expect(await readWorkflow(new File(['{'], 'flow.json'))).toBe(null)
  })
})

describe('a PNG', () => {
  const json = JSON.stringify(WORKFLOW)
  it.each([
    ['with a text', [chunk('tEXt', `prompt\0${json}`)], WORKFLOW],
    ['with other texts before', [chunk('tEXt', 'workflow\0{}'), chunk('tEXt', `prompt\0${json}`)], WORKFLOW],
    ['with an international text', [chunk('iTXt', `prompt\0\0\0\0\0${json}`)], WORKFLOW],
    [
      'with a compressed text',
      [chunk('iTXt', Buffer.concat([Buffer.from('prompt\0\u0001\0\0\0'), deflateSync(json)]))],
      null,
    ],
    ['with a text behind its end', [chunk('IEND', ''), chunk('tEXt', `prompt\0${json}`)], null],
    ['whose chunk ends behind the file', [chunk('tEXt', 'a\0b').fill(0x7f, 0, 4)], null],
    ['with a prompt in words', [chunk('tEXt', 'prompt\0a fox')], null],
  ])('%s', async (_, chunks, workflow) => {
    const read = await readWorkflow(new File([png(chunks)], 'flow.png'))
    expect(read).toEqual(workflow && { kind: 'workflow', workflow })
  })

  it('that is none', async () => {
    expect(await readWorkflow(new File(['GIF89a'], 'flow.png'))).toBe(null)
    expect(await readWorkflow(new File([], 'flow.png'))).toBe(null)
  })
})

function png(chunks: readonly Buffer[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...chunks]))
}

/** Its checksum is left at zero: nothing here reads it. */
function chunk(type: string, data: string | Buffer): Buffer {
  const bytes = Buffer.from(data)
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes.length)
  return Buffer.concat([length, Buffer.from(type), bytes, Buffer.alloc(4)])
}
