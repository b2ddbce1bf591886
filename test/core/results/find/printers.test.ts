/** The commands that print what Atelier reads from files, run as the processes they are. */
import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { slow } from '#test/stand-ins/scale.ts'

const HOSTS = join(import.meta.dirname, '../../../../electron/hosts/command-line')
const DATA = join(import.meta.dirname, '../../../data')

function run(program: string, args: readonly string[]) {
  const { promise, resolve } = Promise.withResolvers<{ code: number; lines: unknown[]; stderr: string }>()
  execFile(process.execPath, [join(HOSTS, program), ...args], (error, stdout, stderr) => {
    const lines = stdout.split('\n').filter((line) => line !== '')
    resolve({
      code: Number(error?.code ?? 0),
      lines: lines.map((line) => JSON.parse(line) as unknown),
      stderr,
    })
  })
  return promise
}

async function write(name: string, text: string): Promise<string> {
  const file = join(await makeTempDir(), name)
  await writeFile(file, text)
  return file
}

async function sampleFile(list: string, name: string): Promise<string> {
  const samples = JSON.parse(await readFile(join(DATA, list), 'utf8')) as readonly { readonly name: string }[]
  return await write('sample.json', JSON.stringify(samples.find((sample) => sample.name === name)))
}

slow(
  'find-results prints a line for a sample, a bare result and a response of the task endpoint',
  async () => {
    const sample = await sampleFile('task-results.json', '013-fal-luma-dream-machine')
    const bare = await write('bare.json', '{"output": ["/files/1"], "webhook": "https://hook.example.com/x"}')
    const response = await write(
      'response.json',
      '{"code": 0, "data": {"id": "t", "status": "SUCCESS", "mediaType": "music", "taskResult": {"url": "https://c.example.com/x"}}}',
    )
    const args = ['--base-url', 'https://api.example.com', '--media-type', 'video', sample, bare, response]
    const { code, lines } = await run('find-results.ts', args)
    expect(code).toBe(0)
    expect(lines).toEqual([
      {
        file: sample,
        found: [{ kind: 'video', role: 'result', url: 'https://fal.media/files/video-output.mp4' }],
        ignored: [],
      },
      {
        file: bare,
        found: [{ kind: 'video', role: 'result', url: 'https://api.example.com/files/1' }],
        ignored: [{ value: 'https://hook.example.com/x', reason: expect.any(String) }],
      },
      {
        file: response,
        found: [{ kind: 'audio', role: 'result', url: 'https://c.example.com/x' }],
        ignored: [],
      },
    ])
  },
)

test('find-results names the place, type, length and hash of what is inline', async () => {
  const sample = await sampleFile('task-results.json', '067-stability-v2beta-json')
  const { lines } = await run('find-results.ts', [sample])
  expect(lines).toMatchObject([
    {
      found: [
        {
          kind: 'image',
          role: 'result',
          pointer: '/image',
          mime: 'image/jpeg',
          bytes: 134,
          sha256: '9650f149d622055c4b495e65e9148ebfc5e61b1bb00e83538e76afe48c496eaf',
        },
      ],
    },
  ])
})

slow.each(['find-results.ts', 'read-models.ts'])(
  '%s goes on after a file that cannot be read',
  async (program) => {
    const good = await write('good.json', '[]')
    const folder = await makeTempDir()
    const { code, lines } = await run(program, ['/there/is/no/such.json', folder, good])
    expect(code).toBe(1)
    expect(lines).toMatchObject([
      { problem: "There's no such file." },
      { problem: "It's a folder." },
      { file: good },
    ])
  },
)

slow('find-results calls a file that is no JSON a problem', async () => {
  const { code, lines } = await run('find-results.ts', [await write('x.json', '{"a":')])
  expect({ code, lines }).toMatchObject({
    code: 1,
    lines: [{ found: [], problem: "The file isn't valid JSON." }],
  })
})

test('read-models prints models, and the problem of a listing that is none', async () => {
  const page = await write('page.html', '<!doctype html><html></html>')
  const list = await write('list.json', '{"models": ["a"], "has_more": true}')
  const refused = await sampleFile('model-listings.json', '18')
  const { code, lines } = await run('read-models.ts', [page, list, refused])
  expect(code).toBe(0)
  expect(lines).toEqual([
    { file: page, models: [], problem: 'A web page came instead of a list of models.' },
    { file: list, models: [{ id: 'a' }], hasMore: true },
    {
      file: refused,
      models: [],
      problem: 'The service says: “invalid api key” (401)',
    },
  ])
})

slow.each([
  ['find-results.ts', []],
  ['find-results.ts', ['--media-type']],
  ['find-results.ts', ['--nonsense', 'x']],
  ['find-results.ts', ['--base-url', 'nowhere', 'x.json']],
  ['read-models.ts', []],
  ['read-models.ts', ['--base-url', 'https://x.example', 'x.json']],
])('%s %j is refused with one line', async (program, args) => {
  const { code, lines, stderr } = await run(program, args)
  expect({ code, lines }).toEqual({ code: 2, lines: [] })
  expect(stderr.trim().split('\n')).toHaveLength(1)
})
