/** Writes the body of a request: JSON, bytes as they are, or a form (multipart/form-data, RFC 7578). */
import { Buffer } from 'node:buffer'
import { randomUUID } from 'node:crypto'
import { assertNever } from '#contract/errors.ts'
import type { Part, RequestBody } from './service-api.ts'

export interface WrittenBody {
  readonly contentType: string
  readonly body: string | Uint8Array<ArrayBuffer>
}

export function writeBody(body: RequestBody): WrittenBody {
  switch (body.kind) {
    case 'json':
      return { contentType: 'application/json', body: JSON.stringify(body.json) }
    case 'bytes':
      return { contentType: body.mimeType, body: Buffer.from(body.bytes) }
    case 'multipart':
      return writeForm(body.parts)
    default:
      return assertNever(body)
  }
}

function writeForm(parts: readonly Part[]): WrittenBody {
  // Random, so that no part can hold it.
  const boundary = `atelier-${randomUUID()}`
  const written = parts.flatMap(({ name, value }) => {
    const start = `--${boundary}\r\nContent-Disposition: form-data; name="${escaped(name)}"`
    if (typeof value === 'string') return [Buffer.from(`${start}\r\n\r\n${value}\r\n`)]
    const head = `${start}; filename="${escaped(value.fileName)}"\r\nContent-Type: ${lineOf(value.mimeType)}\r\n\r\n`
    return [Buffer.from(head), value.bytes, Buffer.from('\r\n')]
  })
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.concat([...written, Buffer.from(`--${boundary}--\r\n`)]),
  }
}

/** As browsers write names (https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#multipart-form-data). */
function escaped(name: string): string {
  return name.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22')
}

function lineOf(text: string): string {
  return text.replace(/[\r\n]/g, '')
}
