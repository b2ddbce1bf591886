/**
 * Answers of the task endpoint that are made to hang, to fill the memory or to be misread, one for each seed: wide, deep, long,
 * cut, compressed a thousandfold, JSON in JSON, texts on which careless searches take forever.
 */
import { gzipSync } from 'node:zlib'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { listen } from './loopback.ts'
import { seededRandom } from './seeded-random.ts'
import { NODE_ARGS } from '../../electron/scripts/paths.ts'

interface HostileResult {
  readonly body: Buffer
  readonly headers: Readonly<Record<string, string>>
}

const PIECES = [
  ' ',
  ...'. " \\ / %41 = ( ) ![]('.split(' '),
  '<img ',
  '<svg ',
  'https://a.b/c ',
  ',https://a.b/',
  ' .ab?',
  ...'A QUJD ab a/ [[ [], {"a": "\\" ``` &amp; \\u002f data:, ;base64,'.split(' '),
  '\n',
  '\ud83d\ude00',
].concat(['bearer ', 'text-to-image ', '| ', '; ', '_-', '://', 'x.png ', '\u200b', 'image ', '-to-'])
const KEYS = [
  ...'url images output input thumbnail data b64_json type video_url text'.split(' '),
  '',
  ...'__proto__ constructor original originals name filename subfolder path id content stems urls models'.split(
    ' ',
  ),
]
const PREFIXES = [
  '',
  'https://a.example/',
  'data:image/png;base64,',
  'data:text/plain,',
  '{"url":"',
  '/9j/',
  'UklGR',
  '//a.example/',
]
const LEAVES =
  'null 1 true "https://cdn.example.com/a.png" "x" {} [] "/a.png" "https://b.s3.example.com/k?sig=1"'.split(
    ' ',
  )

/** The largest answers, of some tens of megabytes, are one in a hundred. */
function hostileResult(seed: number): HostileResult {
  const random = seededRandom(seed)
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item
  const size = (largest: number) => Math.floor(largest ** random())
  const isHuge = seed % 100 === 7
  const large = isHuge ? 30_000_000 : 300_000
  const pumped = () => {
    const piece = pick(PIECES)
    return JSON.stringify(
      `${pick(PREFIXES)}${piece.repeat(size(large) / piece.length)}${pick(['', 'x', '!', '"}'])}`,
    )
  }
  const tree = (depth: number): string => {
    if (depth === 0 || random() < 0.2) return random() < 0.2 ? pumped() : pick(LEAVES)
    const members = Array.from({ length: size(8) }, () => tree(depth - 1))
    if (random() < 0.2) return JSON.stringify(`[${members.join()}]`)
    if (random() < 0.5) return `[${members.join()}]`
    return `{${members.map((member) => `${JSON.stringify(pick(KEYS))}:${member}`).join()}}`
  }
  const wide = () => {
    const leaf = pick(LEAVES)
    const count = Math.min(size(large), 400_000)
    const named = () =>
      Array.from({ length: count }, (_, at) => `${JSON.stringify(`${pick(KEYS)}${at}`)}:${leaf}`)
    return random() < 0.5 ? `[${`${leaf},`.repeat(count)}1]` : `{${named().join()}}`
  }
  const addresses = () =>
    `[${Array.from({ length: size(isHuge ? 150_000 : 5_000) }, (_, at) => `{"${pick(KEYS)}":"https://cdn.example.com/${at}.${pick(['png', 'mp4', 'x'])}"}`).join()}]`
  const deep = () => {
    const levels = size(large / 10)
    return `${'{"a":['.repeat(levels)}1${']}'.repeat(levels)}`
  }
  const wrapped = () => {
    let text = tree(4)
    for (let times = size(10); times > 0 && text.length < large; times--) text = JSON.stringify(text)
    return text
  }
  const taskResult = pick([() => tree(6), pumped, wide, addresses, deep, wrapped])()
  const whole = Buffer.from(`{"code":0,"data":{"id":"t","status":"SUCCESS","taskResult":${taskResult}}}`)
  const body = random() < 0.05 ? whole.subarray(0, size(whole.length)) : whole
  const headers = { 'content-type': 'application/json' }
  return random() < 0.3
    ? { body: gzipSync(body, { level: 1 }), headers: { ...headers, 'content-encoding': 'gzip' } }
    : { body, headers }
}

export interface HostileReadFigures {
  readonly tried: number
  readonly read: number
  readonly longestSilenceMs: number
  readonly mostMb: number
  /** Answers that had to be given up, and how often the process that reads was started. */
  readonly unreadable: number
  readonly readerStarts: number
}

/** The results of the seeds from 0 on. */
export async function readHostileResults(count: number): Promise<HostileReadFigures> {
  const children: ChildProcess[] = []
  const start = async (script: string, ...words: string[]): Promise<string> => {
    // With the heap that a host has.
    const child = spawn(process.execPath, [...NODE_ARGS, join(import.meta.dirname, script), ...words], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    children.push(child)
    const [line] = await once(createInterface({ input: child.stdout }), 'line')
    return String(line)
  }
  try {
    const baseUrl = await start('hostile-results.ts')
    return JSON.parse(
      await start('hostile-reader-process.ts', baseUrl, '0', String(count)),
    ) as HostileReadFigures
  } finally {
    for (const child of children) child.kill()
  }
}

/** As a process of its own: a service whose task endpoint answers what the task's id, a seed, makes of it. Prints its address. */
if (process.argv[1] === import.meta.filename) {
  const server = createServer(({ url }, response) => {
    const { body, headers } = hostileResult(Number(/(\d+)$/u.exec(url ?? '')?.[1] ?? 0))
    response
      .on('error', () => undefined)
      .writeHead(200, headers)
      .end(body)
  })
  process.stdout.write(`${(await listen(server)).origin}\n`)
}
