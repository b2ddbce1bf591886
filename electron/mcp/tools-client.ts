/** Calls the tools of the Atelier that runs, as an agent does. An answer that is lost is asked for again by the proxy. */
import { Client, InMemoryTransport } from '@modelcontextprotocol/client'
import { z } from 'zod'
import { fail, type Result, succeed } from '#contract/errors.ts'
import { written } from '#contract/messages/message.ts'
import type { Say } from '#core/messages/render.ts'
import { ERROR_CODE } from '#hosts/agents/error-code.ts'
import { runStdioProxy, type ServerFinder } from '#hosts/stdio/stdio-proxy.ts'

export interface ToolsClient {
  /** The structured answer. Fails with what Atelier says; `invalid_input` and `not_found` where the input is wrong. */
  call<Output>(tool: string, input: object, schema: z.ZodType<Output>): Promise<Result<Output>>
  close(): Promise<void>
}

interface ToolsClientOptions {
  readonly finder: ServerFinder
  readonly token: string | undefined
  readonly version: string
  readonly say: Say
  readonly log: (line: string) => void
}

const responseSchema = z.object({
  isError: z.boolean().default(false),
  content: z.array(z.object({ text: z.string().default('') })).default([]),
  structuredContent: z.unknown().optional(),
  _meta: z
    .object({ [ERROR_CODE]: z.enum(['invalid_input', 'not_found']).optional().catch(undefined) })
    .optional(),
})

/** Fails where no Atelier is found, or it lets nobody in. `signal` ends all that is under way. */
export async function openTools(
  { finder, token, version, say, log }: ToolsClientOptions,
  signal: AbortSignal,
): Promise<Result<ToolsClient>> {
  const [near, far] = InMemoryTransport.createLinkedPair()
  const carried = runStdioProxy(far, finder, token, { say, log })
  const client = new Client({ name: 'atelier', version })
  const close = async (): Promise<void> => {
    await client.close()
    await carried
  }
  try {
    await client.connect(near, { signal })
  } catch (error) {
    await close()
    return refused(error)
  }
  return succeed({
    close,
    async call<Output>(tool: string, input: object, schema: z.ZodType<Output>) {
      try {
        const result = await client.callTool({ name: tool, arguments: { ...input } }, { signal })
        const { isError, content, structuredContent, _meta } = responseSchema.parse(result)
        if (!isError) return succeed(schema.parse(structuredContent))
        const code = _meta?.[ERROR_CODE] ?? 'service_rejected'
        return fail(code, written(content.map(({ text }) => text).join('\n')))
      } catch (error) {
        return refused(error)
      }
    },
  })
}

/** The proxy's and the server's errors say why by themselves. */
function refused(error: unknown): Result<never> {
  return fail('service_unavailable', written(error instanceof Error ? error.message : String(error)))
}
