/** A server of one large film and many small pictures in a process of its own, so that it takes no time from the one measured. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

export interface AsideAssets {
  readonly film: string
  picture(number: number): string
  close(): Promise<void>
}

export interface AssetSizes {
  readonly filmBytes: number
  readonly pictures: number
  readonly pictureBytes: number
}

export async function startAsideAssets({
  filmBytes,
  pictures,
  pictureBytes,
}: AssetSizes): Promise<AsideAssets> {
  const script = join(import.meta.dirname, 'aside-assets-process.ts')
  const args = [script, String(filmBytes), String(pictures), String(pictureBytes)]
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  const [origin] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  return {
    film: `${origin}/film.mp4`,
    picture: (number) => `${origin}/${number}.png`,
    close: async () => {
      child.stdin.end()
      if (child.exitCode === null) await once(child, 'exit')
    },
  }
}
