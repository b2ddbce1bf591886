/** Agents, as the user sees them: made with a token, asking for approval, and revoked. */
import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { expect, type Page } from '@playwright/test'
import { expectNoViolationsInBothThemes } from './accessibility.ts'
import { test } from './scripted-service.ts'
import { rows, type Host } from './studio.ts'

/** What an agent writes to be approved: it is shown, and does nothing. */
const SLY = 'a heron at dawn\n\n\u202EApproved. Press Enter to close this window.'

test('an agent with a token asks, and the user approves, refuses and revokes', async ({
  page,
  studio,
  scripted,
}) => {
  const { host, service } = await scripted.open()
  await page.clock.install()
  await studio.open(page, host)
  const token = await addAgent(page)
  // Of one that was never used too, whose tasks are to come.
  await page.getByRole('link', { name: 'Its tasks: Claude' }).click()
  await expect(page.getByRole('button', { name: 'Asked for by' })).toContainText('Claude')
  const agent = await connect(host, token)

  await page.getByRole('link', { name: 'Create' }).click()
  const prompt = page.getByRole('textbox', { name: 'Prompt' })
  await prompt.click()
  const approved = agent.generate(SLY)
  await expect(page.getByText('Claude is waiting for your approval.')).toBeVisible()
  await expect(page).toHaveTitle(/^\(1\) Approval needed/)
  await prompt.fill('typed')
  await page.clock.fastForward('01:00')
  await page.keyboard.type(' on')
  await expect(prompt).toHaveValue('typed on')
  await expect(prompt).toBeFocused()

  await page.clock.pauseAt(Date.now() + 120_000)
  await page.getByRole('button', { name: 'Review' }).click()
  const dialog = page.getByRole('dialog', { name: 'Claude wants to generate' })
  await expect(dialog.getByRole('button', { name: 'Approve' })).toHaveCount(2)
  for (const button of await dialog.getByRole('button', { name: 'Approve' }).all())
    await expect(button).toBeDisabled()
  await page.clock.resume()
  await expect(dialog.getByRole('blockquote')).toHaveText(SLY.replace('\u202E', '\uFFFD'))
  await expect(dialog).toContainText('1 request, price unknown')
  for (const key of ['Enter', ' ', 'y']) await page.keyboard.press(key)
  await expect(dialog).toBeVisible()
  expect(await waiting(host)).toHaveLength(1)
  await expect(dialog.getByRole('button', { name: 'Approve once' })).toBeEnabled()
  await expectNoViolationsInBothThemes(page)
  await dialog.getByRole('button', { name: 'Approve once' }).click()
  expect(await approved).toContain('Sent.')
  await expect(dialog).toHaveCount(0)
  await page.getByRole('link', { name: 'Queue' }).click()
  await expect(rows(page).getByRole('link')).toContainText('asked for by Claude')
  expect(service.generateRequests()).toBe(1)

  // Nobody types here: it opens by itself.
  const refused = agent.generate('a second one')
  await expect(dialog.getByRole('blockquote')).toHaveText('a second one')
  const elsewhere = agent.generate('a third one')
  await expect(dialog).toContainText('One more is waiting.')
  await dialog.getByRole('button', { name: 'Refuse' }).click()
  expect(await refused).toContain('refused')
  await expect(dialog.getByRole('blockquote')).toHaveText('a third one')
  const [third] = await waiting(host)
  await host.call('agents.refuse', { quoteId: third?.quoteId })
  await expect(dialog).toContainText('It was decided elsewhere')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toHaveCount(0)
  expect(await elsewhere).toContain('refused')
  expect(service.generateRequests()).toBe(1)

  await showItsTasks(page, host)
  await revoke(page)
  await expect(agent.generate('too late')).rejects.toThrow()
})

test('what goes with a quote is seen and heard before it is approved', async ({ page, studio }) => {
  const host = await studio.startHost()
  const made = await host.call('agents.create', { name: 'Claude', budget: { requestsPerDay: 0 } })
  const agent = await connect(host, (made.data as unknown as { readonly token: string }).token)
  // The sample studio may be starting.
  await expect
    .poll(async () => {
      const { data } = await host.call('models.list', {})
      return (data as { readonly items?: readonly unknown[] } | undefined)?.items?.length ?? 0
    })
    .toBeGreaterThan(0)
  const inputs = await agent.takeIn([
    '07-lighthouse-keeper.png',
    '08-lake-at-sunset.mp4',
    '11-hopeful-morning.mp3',
  ])
  const sent = agent.generate('all of these', { provider: 'sample', model: 'made-up', inputs })
  await page.clock.install()
  const held = Promise.withResolvers<void>()
  await page.route('**/rpc/inputs.get', async (route) => {
    await held.promise
    await route.continue()
  })
  await studio.open(page, host)
  const dialog = page.getByRole('dialog', { name: 'Claude wants to generate' })
  // The cursor stands in the prompt: nothing opens over it by itself.
  await page.getByRole('button', { name: 'Review' }).click()
  await expect(dialog).toBeVisible()
  await expect(dialog.getByText("The service doesn't list this model.")).toBeVisible()

  // What comes late finds its place: the buttons stay where they are, and are off for a moment.
  const once = dialog.getByRole('button', { name: 'Approve once' })
  await expect(once).toBeEnabled()
  const place = await once.boundingBox()
  await page.clock.pauseAt(Date.now() + 120_000)
  held.resolve()
  await expect(dialog.getByRole('button', { name: 'Show image_input at full size' })).toBeVisible()
  await expect(once).toBeDisabled()
  expect(await once.boundingBox()).toEqual(place)
  await page.clock.resume()

  await dialog.getByRole('button', { name: 'Show image_input at full size' }).click()
  const large = page.getByRole('dialog', { name: 'image_input', exact: true })
  const image = large.getByRole('img', { name: 'image_input' })
  await expect
    .poll(() => image.evaluate((one: HTMLImageElement) => one.width > 0 && one.width === one.naturalWidth))
    .toBe(true)
  await expectNoViolationsInBothThemes(page)
  // The second click of a double click that closes it approves nothing.
  const approve = dialog.getByRole('button', { name: 'Approve once', includeHidden: true })
  await expect(approve).toBeEnabled()
  await page.clock.pauseAt(Date.now() + 120_000)
  await large.getByRole('button', { name: 'Close' }).click()
  await expect(large).toHaveCount(0)
  await expect(approve).toBeDisabled()
  await page.clock.resume()
  await expect(approve).toBeEnabled()

  await dialog.getByRole('button', { name: 'Exactly this will be sent' }).click()
  const body = dialog.getByLabel('One request')
  await expect(body).toContainText('"prompt": "all of these"')
  await expect(body).toContainText('"address": "sample studio/api/v1/generate"')
  await expect(body).toContainText(
    /"image_input": "data:image\/png;base64,\[image\/png, \d+ bytes, SHA-256 [0-9a-f]{64}\]"/,
  )
  await expectNoViolationsInBothThemes(page)
  await page.setViewportSize({ width: 480, height: 800 })
  await body.scrollIntoViewIfNeeded()
  expect(await body.evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(480)
  await page.setViewportSize({ width: 1280, height: 800 })

  for (const name of ['video_input', 'audio_input']) {
    const player = dialog.locator(`[aria-label=${name}][controls]`)
    await player.scrollIntoViewIfNeeded()
    await expect.poll(() => player.evaluate((one: HTMLMediaElement) => one.duration)).toBeGreaterThan(1)
  }
  await dialog.getByRole('button', { name: 'Refuse' }).click()
  expect(await sent).toContain('refused')
})

/** In Settings, where the token is shown once. */
async function addAgent(page: Page): Promise<string> {
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('tab', { name: 'Agents' }).click()
  await expect(page.getByRole('heading', { name: 'No agents yet' })).toBeVisible()
  await page.getByRole('button', { name: 'Add an agent' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Claude')
  await page.getByRole('button', { name: 'Create agent' }).click()
  const shown = page.getByRole('region', { name: 'Connect Claude' })
  await expect(shown.locator('code')).toHaveText([/^atelier_\S+$/, /claude mcp add/])
  const token = (await shown.locator('code').first().textContent()) ?? ''
  for (const client of ['Claude Code', 'Claude Desktop', 'Cursor', 'VS Code', 'Over HTTP']) {
    await shown.getByRole('radio', { name: client }).click()
    await expect(shown.locator('code').last()).toContainText(token)
  }
  await expectNoViolationsInBothThemes(page)
  await shown.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText(token)).toHaveCount(0)
  await expect(page.getByRole('listitem', { name: 'Claude' })).toContainText('Never used · asks every time')
  return token
}

/** Among the user's own, by the link of the agent in Settings. */
async function showItsTasks(page: Page, host: Host): Promise<void> {
  const request = { provider: 'p', model: 'm', mediaType: 'image', scene: 'text-to-image', prompt: 'my own' }
  await host.call('tasks.submit', { requests: [request] })
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('tab', { name: 'Agents' }).click()
  await page.getByRole('link', { name: 'Its tasks: Claude' }).click()
  await expect(rows(page).getByRole('link')).toHaveCount(1)
  await expect(rows(page).getByRole('link')).toContainText('asked for by Claude')
  await rows(page).getByRole('link').click()
  const whose = page.getByRole('button', { name: 'Asked for by' })
  await expect(whose).toContainText('Claude')
  await whose.click()
  await page.getByRole('option', { name: 'By anyone' }).click()
  await expect(rows(page).getByRole('link')).toHaveCount(2)
}

async function revoke(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('tab', { name: 'Agents' }).click()
  await page.getByRole('listitem', { name: 'Claude' }).getByRole('button', { name: 'Revoke' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByRole('heading', { name: 'No agents yet' })).toBeVisible()
}

interface Waiting {
  readonly quoteId: string
}

async function waiting(host: Host): Promise<readonly Waiting[]> {
  const response = await host.call('agents.waiting', {})
  return (response.data as unknown as { readonly items: readonly Waiting[] }).items
}

/** The official client. `generate` resolves to what the agent is told once the user has decided. */
async function connect(host: Host, token: string) {
  const { data } = await host.call('agents.connection', {})
  const { mcpUrl } = data as unknown as { readonly mcpUrl: string }
  const client = new Client({ name: 'test', version: '1' })
  const headers = { authorization: `Bearer ${token}` }
  await client.connect(new StreamableHTTPClientTransport(new URL(mcpUrl), { requestInit: { headers } }))
  async function call(name: string, input: Record<string, unknown>) {
    const { content, structuredContent } = await client.callTool({ name, arguments: input })
    const told = content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n')
    return {
      told,
      data: structuredContent as Partial<Record<'quoteId' | 'assetId' | 'state', string>> | undefined,
    }
  }
  return {
    async generate(prompt: string, more: Record<string, unknown> = {}): Promise<string> {
      const quote = await call('quote', { mediaType: 'image', provider: 'p', model: 'm', prompt, ...more })
      for (;;) {
        const { told, data } = await call('generate', { quoteId: quote.data?.quoteId })
        if (data?.state !== 'waiting') return told
      }
    },
    /** Samples, as inputs of a quote. */
    async takeIn(names: readonly string[]) {
      const options = ['image_input', 'video_input', 'audio_input']
      const paths = names.map((name) => join(import.meta.dirname, '../../assets/samples', name))
      const taken = await Promise.all(paths.map((path) => call('import_file', { path })))
      return taken.map(({ data }, at) => ({ assetId: data?.assetId, option: options[at] }))
    },
  }
}
