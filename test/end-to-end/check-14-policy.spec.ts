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

  await page.evaluate(async () => {
    const directives: string[] = []
    Object.assign(globalThis, { directives })
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
  })
  // The handler is refused when it would run: a moment after the image could not be decoded.
  await expect
    .poll(() => page.evaluate(() => (globalThis as unknown as { directives: string[] }).directives))
    .toEqual(expect.arrayContaining(['script-src-elem inline', 'script-src-attr inline', 'script-src eval']))
  const ran = await page.evaluate(() =>
    ['inlineRan', 'handlerRan', 'stringRan'].filter((name) => name in globalThis),
  )
  expect(ran).toEqual([])
})
