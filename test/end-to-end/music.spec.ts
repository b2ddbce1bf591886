/** Music of the local service, in a real player: both kinds of file play from the first second to the last. */
import { expect, type Page } from '@playwright/test'
import { test } from './studio.ts'

const SECONDS = 5

for (const format of ['mp3', 'wav'] as const) {
  test(`plays a piece as ${format} to its end, exactly as long as it was asked for`, async ({
    page,
    studio,
  }) => {
    const { ready } = await studio.startService()
    const address = await makePiece(ready['baseUrl'] ?? '', ready['apiKey'] ?? '', format)
    const played = await play(page, address)
    expect(played.error).toBeNull()
    expect(played.duration).toBeCloseTo(SECONDS, 2)
    expect(played.endedAt).toBeCloseTo(played.duration, 1)
    expect(played.tookSeconds).toBeGreaterThan(SECONDS * 0.8)
  })
}

/** The address of a finished piece. */
async function makePiece(baseUrl: string, apiKey: string, output_format: string): Promise<string> {
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' }
  const body = {
    provider: 'sample',
    mediaType: 'music',
    model: 'small-ensemble',
    scene: 'text-to-music',
    prompt: 'a calm waltz',
    options: { duration: SECONDS, output_format, seed: 4 },
  }
  const accepted = await fetch(`${baseUrl}/api/v1/generate`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
  const { data } = (await accepted.json()) as { data: { taskId: string } }
  let address = ''
  await expect
    .poll(
      async () => {
        const answer = await fetch(`${baseUrl}/api/v1/task/${data.taskId}`, { headers })
        const task = (await answer.json()) as {
          data: { status: string; taskResult: { audios: { audio_url: string }[] } | null }
        }
        address = task.data.taskResult?.audios[0]?.audio_url ?? ''
        return task.data.status
      },
      { timeout: 90_000 },
    )
    .toBe('SUCCESS')
  return address
}

interface Played {
  readonly error: string | null
  readonly duration: number
  readonly endedAt: number
  readonly tookSeconds: number
}

/** Plays the file in the page, after a click, as browsers demand. */
async function play(page: Page, address: string): Promise<Played> {
  await page.setContent('<button>Play</button><audio></audio>')
  const played = page.evaluate(async (source): Promise<Played> => {
    const audio = document.querySelector('audio')
    const button = document.querySelector('button')
    if (audio === null || button === null) throw new Error('The page has a player.')
    audio.src = source
    const clicked = new Promise((resolve) => button.addEventListener('click', resolve, { once: true }))
    const over = new Promise<string | null>((resolve) => {
      audio.addEventListener('ended', () => resolve(null), { once: true })
      audio.addEventListener('error', () => resolve(audio.error?.message ?? 'unknown'), { once: true })
    })
    await clicked
    await audio.play()
    const startedAt = performance.now()
    const error = await over
    const tookSeconds = (performance.now() - startedAt) / 1000
    return { error, duration: audio.duration, endedAt: audio.currentTime, tookSeconds }
  }, address)
  await page.getByRole('button', { name: 'Play' }).click()
  return await played
}
