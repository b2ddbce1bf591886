/**
 * Answers that are well-formed and untrue.
 */
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Lie } from './schedule.ts'

const envelope = z.looseObject({ data: z.looseObject({}) })

/** What is told instead of `truth`. An answer that a lie does not fit (an error object, say) stays as it is. */
export async function tellLie(lie: Lie, truth: Response): Promise<Response> {
  switch (lie) {
    case 'refused-in-200':
      return Response.json({ code: 5001, message: 'The service says no, with status 200.' })
    case 'broken-json': {
      const text = await truth.text()
      return answer(text.slice(0, Math.ceil(text.length / 2)), truth)
    }
    case 'success-without-files':
      return await change(truth, { status: 'SUCCESS', taskResult: {} })
    case 'backwards':
      return await change(truth, { status: 'PENDING', taskResult: null, progress: 0 })
    case 'unknown-status':
      return await change(truth, { status: 'DONE' })
    case 'other-task':
      return await change(truth, { id: randomUUID() })
    case 'no-task-id':
      return await change(truth, { taskId: undefined })
  }
}

async function change(truth: Response, fields: Readonly<Record<string, unknown>>): Promise<Response> {
  const text = await truth.text()
  let value: unknown = null
  try {
    value = JSON.parse(text)
  } catch {
    return answer(text, truth)
  }
  const read = envelope.safeParse(value)
  if (!read.success) return answer(text, truth)
  return answer(JSON.stringify({ ...read.data, data: { ...read.data.data, ...fields } }), truth)
}

function answer(text: string, { status, headers }: Response): Response {
  const kept = new Headers(headers)
  kept.delete('Content-Length')
  return new Response(text, { status, headers: kept })
}
