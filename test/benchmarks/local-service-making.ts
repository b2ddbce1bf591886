/** How long each model of the listing takes for its benchmark piece. */
import type { ListedModel, MeasuredService } from './local-service-client.ts'

const PROMPT = 'a fox by a lake in autumn at dawn, calm, piano'
/** The first time loads the thread's code; the median of the others counts. */
const TIMES = 4

interface Piece {
  readonly name: string
  readonly scene: string
  readonly options: Readonly<Record<string, unknown>>
  readonly goalMs: number
}

const PIECES: Readonly<Record<string, Piece>> = {
  image: {
    name: '1024 x 1024',
    scene: 'text-to-image',
    options: { resolution: '1024x1024' },
    goalMs: 1_500,
  },
  video: {
    name: '4 s, 720p',
    scene: 'text-to-video',
    options: { duration: 4, resolution: '720p' },
    goalMs: 20_000,
  },
  music: { name: '60 s', scene: 'text-to-music', options: { duration: 60 }, goalMs: 5_000 },
  character: { name: 'sheet', scene: 'character-creation', options: {}, goalMs: Infinity },
}

/** Prints a line for each model: once with all threads, once with a single one, which is the naive way. */
export async function measureMaking(
  service: MeasuredService,
  single: MeasuredService,
  only: string | null,
): Promise<void> {
  const rows: Record<string, object> = {}
  for (const model of await service.models()) {
    const piece = PIECES[model.mediaType]
    if (piece === undefined || !model.scenes.includes(piece.scene)) continue
    if (only !== null && model.model !== only) continue
    const [alone, together, naive] = [
      await timeOf(service, model, piece, 1),
      await timeOf(service, model, piece, service.threads),
      await timeOf(single, model, piece, service.threads),
    ]
    rows[model.model] = {
      piece: piece.name,
      'one, ms': Math.round(alone),
      goal: Number.isFinite(piece.goalMs)
        ? `${piece.goalMs} ms: ${alone <= piece.goalMs ? 'met' : 'missed'}`
        : '',
      [`${service.threads} at once, ms`]: Math.round(together),
      [`${service.threads} at once on one thread, ms`]: Math.round(naive),
    }
    console.error(model.model, rows[model.model])
  }
  console.table(rows)
}

async function timeOf(
  service: MeasuredService,
  { provider, mediaType, model }: ListedModel,
  piece: Piece,
  count: number,
): Promise<number> {
  const times: number[] = []
  const repeats = mediaType === 'image' ? TIMES : 2
  for (let time = 0; time < repeats; time += 1) {
    const ids: string[] = []
    for (let one = 0; one < count; one += 1) {
      const options = { ...piece.options, seed: time * 10 + one }
      ids.push(
        await service.submit({ provider, mediaType, model, scene: piece.scene, prompt: PROMPT, options }),
      )
    }
    times.push(await service.finish(ids))
  }
  const warm = times.slice(1).toSorted((a, b) => a - b)
  return warm[Math.floor(warm.length / 2)] ?? NaN
}
