/** A server of one large video and many small images in a process of its own, so that it takes no time from the one measured. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

export interface AsideAssets {
  readonly video: string
  image(number: number): string
  close(): Promise<void>
}

export interface AssetSizes {
  readonly videoBytes: number
  readonly images: number
  readonly imageBytes: number
}

export async function startAsideAssets({ videoBytes, images, imageBytes }: AssetSizes): Promise<AsideAssets> {
  const script = join(import.meta.dirname, 'aside-assets-process.ts')
  const args = [script, String(videoBytes), String(images), String(imageBytes)]
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  const [origin] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  return {
    video: `${origin}/video.mp4`,
    image: (number) => `${origin}/${number}.png`,
    close: async () => {
      child.stdin.end()
      if (child.exitCode === null) await once(child, 'exit')
    },
  }
}
