import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'

const FOLDER = join(import.meta.dirname, '../../.github/workflows')

const permissionsSchema = z.record(z.string(), z.enum(['read', 'write', 'none']))
const stepSchema = z.looseObject({
  uses: z.string().optional(),
  run: z.string().optional(),
  env: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  with: z.record(z.string(), z.unknown()).optional(),
})
const workflowSchema = z.looseObject({
  permissions: permissionsSchema,
  jobs: z.record(
    z.string(),
    z.looseObject({
      permissions: permissionsSchema,
      'timeout-minutes': z.int(),
      steps: z.array(stepSchema).min(1),
    }),
  ),
})

const workflows = readdirSync(FOLDER).map((name) => {
  const text = readFileSync(join(FOLDER, name), 'utf8')
  return { name, text, workflow: workflowSchema.parse(parse(text)) }
})

function objections(text: string): readonly string[] {
  const found = []
  for (const line of text.split('\n')) {
    if (/^\s*(?:- )?uses:/u.test(line) && !/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/u.test(line)) {
      found.push(`not pinned: ${line.trim()}`)
    }
  }
  for (const job of Object.values(workflowSchema.parse(parse(text)).jobs)) {
    for (const { uses, run, env, with: inputs } of job.steps) {
      // An expression inside a script is text that becomes code.
      if (run?.includes('${{')) found.push(`an expression in a script: ${run.trim()}`)
      if (uses?.startsWith('actions/checkout@') && inputs?.['persist-credentials'] !== false) {
        found.push('the checkout keeps its token')
      }
      for (const [name, value] of Object.entries(env ?? {})) {
        if (
          /TOKEN|PASSWORD|SECRET|CERTIFICATE|LINK|APPLE/u.test(name) &&
          !/^\$\{\{.*\}\}$/u.test(String(value))
        ) {
          found.push(`a secret in plain: ${name}`)
        }
      }
    }
  }
  return found
}

test('there are checks for every change, and a release', () => {
  expect(workflows.map(({ name }) => name).toSorted()).toEqual(['ci.yml', 'release.yml'])
})

test.each(workflows)('$name pins every action, keeps no token and names no secret', ({ text }) => {
  expect(objections(text)).toEqual([])
})

test('no more is allowed than is needed', () => {
  const granted = workflows.flatMap(({ name, workflow }) => [
    [name, '*', workflow.permissions],
    ...Object.entries(workflow.jobs).map(([job, { permissions }]) => [name, job, permissions]),
  ])
  expect(granted).toEqual([
    ['ci.yml', '*', { contents: 'read' }],
    ['ci.yml', 'test', { contents: 'read' }],
    ['release.yml', '*', { contents: 'read' }],
    ['release.yml', 'build', { contents: 'read' }],
    ['release.yml', 'release', { contents: 'write', 'id-token': 'write', attestations: 'write' }],
  ])
})

test('a change is tested on three systems, and a release built for two processors on each', () => {
  const systems = workflows.map(({ workflow }) => {
    const [job] = Object.values(workflow.jobs)
    return z.object({ matrix: z.object({ os: z.array(z.string()) }) }).parse(job?.['strategy']).matrix.os
  })
  expect(systems).toEqual([
    ['ubuntu-24.04', 'windows-2025', 'macos-15'],
    ['ubuntu-24.04', 'ubuntu-24.04-arm', 'windows-2025', 'windows-11-arm', 'macos-15-intel', 'macos-15'],
  ])
})

test('every change is packed on each system, and the packed program has to open its window', () => {
  const steps = workflows.find(({ name }) => name === 'ci.yml')?.workflow.jobs['test']?.steps ?? []
  expect(
    steps.filter(({ run }) => run?.includes('npm run package')).map((step) => [step['if'], step.run]),
  ).toEqual([
    ["runner.os == 'Linux'", 'xvfb-run --auto-servernum npm run package -- --start'],
    ["runner.os != 'Linux'", 'npm run package -- --start'],
  ])
})

test.each(['ci.yml', 'release.yml'])('%s asks the packed program for agents on every system', (name) => {
  const [job] = Object.values(workflows.find((one) => one.name === name)?.workflow.jobs ?? {})
  const steps = job?.steps ?? []
  const at = steps.findIndex(({ run }) => run === 'npm run check-program')
  expect(steps[at]?.['if']).toBeUndefined()
  const packed = steps.findLastIndex(({ run }) => /npm run package -- --(?:all|start)$/mu.test(run ?? ''))
  expect([packed > 0, at]).toEqual([true, packed + 1])
})

const step = (lines: string): string =>
  `permissions: {}\njobs:\n  a:\n    permissions: {}\n    timeout-minutes: 1\n    steps:\n      - ${lines}\n`

test.each([
  ['a tag', 'uses: actions/setup-node@v6'],
  ['a short hash', 'uses: actions/setup-node@48b55a0 # v6.4.0'],
  ['no version', `uses: actions/setup-node@${'a'.repeat(40)}`],
  ['an expression in a script', 'run: echo ${{ github.ref_name }}'],
  ['a secret in plain', 'run: x\n        env:\n          APPLE_ID: someone@example.com'],
  ['a checkout that keeps its token', `uses: actions/checkout@${'a'.repeat(40)} # v6.0.2`],
])('%s is objected to', (_what, lines) => {
  expect(objections(step(lines))).toHaveLength(1)
})
