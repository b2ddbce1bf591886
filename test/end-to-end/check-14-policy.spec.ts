/** Check 14: the same content security policy on both hosts; neither inline scripts nor strings run. */
import { expect } from '@playwright/test'
import { test } from './studio.ts'

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "connect-src 'self'",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

test('has exactly the policy, and neither inline scripts nor strings run', async ({ page, studio }) => {
  const host = await studio.startHost({ localService: false })
  const response = await page.goto(await host.launchUrl())
  expect(response?.headers()['content-security-policy']).toBe(POLICY)
  await page.getByRole('navigation').first().waitFor()

  const blocked = await page.evaluate(async () => {
    const directives: string[] = []
    document.addEventListener('securitypolicyviolation', ({ blockedURI, effectiveDirective }) =>
      directives.push(`${effectiveDirective} ${blockedURI}`),
    )
    const script = document.createElement('script')
    script.textContent = 'globalThis.inlineRan = true'
    const image = document.createElement('img')
    image.setAttribute('onerror', 'globalThis.handlerRan = true')
    image.src = 'data:image/png;base64,none'
    document.body.append(script, image)
    // A string where a function is expected, as an attacker would hand it over.
    Reflect.apply(setTimeout, globalThis, ['globalThis.stringRan = true'])
    await new Promise((resolve) => setTimeout(resolve))
    await image.decode().catch(() => undefined)
    return { directives, ran: ['inlineRan', 'handlerRan', 'stringRan'].filter((name) => name in globalThis) }
  })
  expect(blocked.ran).toEqual([])
  expect(blocked.directives).toContain('script-src-elem inline')
  expect(blocked.directives).toContain('script-src-attr inline')
  expect(blocked.directives).toContain('script-src eval')
})
