/**
 * Prompts that were sent, each once for a media type: what the history shows and searches.
 *
 * A prompt is what the user wrote. Of one with alternatives that is its template, so that a matrix of a thousand requests
 * is one line of the history and not a thousand.
 */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { PastPrompt } from '#contract/prompts.ts'
import type { Page } from '#contract/route.ts'
import type { ParsedInput } from '#contract/routes.ts'
import type { Task } from '#contract/tasks.ts'
import { foldText } from '../library/search/fold.ts'
import { parseRow } from '../store/damage.ts'
import type { Database, Row } from '../store/database.ts'
import type { Recoverable } from '../store/recovery/recoverable.ts'

/** Rows searched at a time, and how long until others have their turn: prompts may be long. */
const ROWS_A_STEP = 500
const STEP_MS = 10
const USUAL_LIMIT = 50

export const PROMPT_RECOVERY: Recoverable = { tables: [{ name: 'prompts' }] }

export type PromptHistory = ReturnType<typeof createPromptHistory>

/** A place in the order by time. */
interface Position {
  readonly usedAt: number
  readonly id: number
}

const rowSchema = z.object({
  prompt: z.string(),
  template: z.string().nullable(),
  media_type: z.string(),
  provider: z.string(),
  model: z.string(),
  used_at: z.number(),
  uses: z.number(),
})

const FIRST: Position = { usedAt: Number.MAX_SAFE_INTEGER, id: Number.MAX_SAFE_INTEGER }

export function createPromptHistory(db: Database) {
  return {
    submitted: ({ request, createdAt }: Pick<Task, 'request' | 'createdAt'>): void => {
      const { prompt = '', mediaType, provider, model, provenance } = request
      if (prompt.trim() === '') return
      const written = provenance?.template ?? prompt
      db.run(
        `INSERT INTO prompts (digest, media_type, used_at, uses, folded, prompt, template, provider, model)
         VALUES (?, ?, ?, 1, ?, ?, ?, ?, ?)
         ON CONFLICT (digest) DO UPDATE SET uses = uses + 1, used_at = max(used_at, excluded.used_at),
           prompt = excluded.prompt, provider = excluded.provider, model = excluded.model`,
        createHash('sha256').update(`${mediaType}\n${written}`).digest('base64url'),
        mediaType,
        createdAt,
        foldText(written),
        prompt,
        provenance?.template ?? null,
        provider,
        model,
      )
    },
    /** The one used last first. `text` is looked for anywhere in it, whatever its case and accents. */
    list: async ({
      text = '',
      mediaType,
      cursor,
      limit = USUAL_LIMIT,
    }: ParsedInput<'prompts.history'>): Promise<Page<PastPrompt>> => {
      const search = { text: foldText(text.trim()), mediaType: mediaType ?? null }
      const found: Position[] = []
      let from: Position | null = cursor === undefined ? FIRST : readCursor(cursor)
      let begunAt = performance.now()
      while (from && found.length <= limit) {
        const step = searchStep(db, search, from)
        found.push(...step.found)
        from = step.last
        if (performance.now() - begunAt < STEP_MS) continue
        await new Promise(setImmediate)
        begunAt = performance.now()
      }
      const shown = found.slice(0, limit)
      const last = shown.at(-1)
      return {
        items: shown.flatMap(({ id }) => readPrompt(db, id)),
        nextCursor: found.length > limit && last ? `${last.usedAt}.${last.id}` : null,
      }
    },
  }
}

/** What of the next rows after `from` is found; `last` is null when there are no more. */
function searchStep(
  db: Database,
  { text, mediaType }: { readonly text: string; readonly mediaType: string | null },
  from: Position,
): { readonly found: readonly Position[]; readonly last: Position | null } {
  const rows = db.all(
    `SELECT id, used_at, instr(folded, ?) AS hit FROM prompts
     WHERE ${mediaType === null ? '? IS NULL' : 'media_type = ?'} AND (used_at, id) < (?, ?)
     ORDER BY used_at DESC, id DESC LIMIT ${ROWS_A_STEP}`,
    text,
    mediaType,
    from.usedAt,
    from.id,
  )
  const last = rows.at(-1)
  return {
    found: rows.filter(({ hit }) => text === '' || Number(hit) > 0).map(positionOf),
    last: last && rows.length === ROWS_A_STEP ? positionOf(last) : null,
  }
}

function positionOf(row: Row): Position {
  return { usedAt: Number(row['used_at']), id: Number(row['id']) }
}

/** From the beginning where it is none of ours. */
function readCursor(cursor: string): Position {
  const [, usedAt, id] = /^(-?\d{1,16})\.(\d{1,16})$/.exec(cursor) ?? []
  return usedAt === undefined || id === undefined ? FIRST : { usedAt: Number(usedAt), id: Number(id) }
}

function readPrompt(db: Database, id: number): PastPrompt[] {
  const row = db.get('SELECT * FROM prompts WHERE id = ?', id)
  if (!row) return []
  const { template, ...parsed } = parseRow('prompts', () => rowSchema.parse(row))
  return [
    {
      prompt: parsed.prompt,
      ...(template === null ? {} : { template }),
      mediaType: parsed.media_type,
      provider: parsed.provider,
      model: parsed.model,
      usedAt: parsed.used_at,
      uses: parsed.uses,
    },
  ]
}
