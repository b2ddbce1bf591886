/** What axe can find in a page. */
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

interface Scope {
  /**
   * `region`: React Aria puts a popover's hidden Dismiss buttons beside its dialog, where screen readers on touch find them.
   * `scrollable-region-focusable`: of a list that the arrow keys of the search field above it go through.
   */
  readonly without?: readonly ('region' | 'scrollable-region-focusable')[]
  /** A selector; the whole page without it. */
  readonly within?: string
  /** Nothing but what depends on the colours. */
  readonly onlyColours?: boolean
}

const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/** In the theme that the page has. */
export async function expectNoViolations(
  page: Page,
  { without = [], within, onlyColours = false }: Scope = {},
): Promise<void> {
  await endMotion(page)
  // There are no frames; the other mode opens a second page, which takes the focus away.
  // Details of what is fine take a third of the time.
  const builder = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] })
  const axe = onlyColours ? builder.withRules(COLOUR_RULES) : builder.disableRules([...without])
  const { violations } = await (within === undefined ? axe : axe.include(within)).analyze()
  await page.evaluate(() => void document.adoptedStyleSheets.pop())
  const found = violations.map(({ id, nodes }) => [
    id,
    nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary}`),
  ])
  expect(found).toEqual([])
}

/**
 * Motion is over while the colours are measured: a fading element has none of its own. What has begun is ended, as it never comes to
 * its end by itself in a page that paints nothing for a while; what would begin meanwhile, as a button that is enabled, does not.
 */
async function endMotion(page: Page): Promise<void> {
  // First: a popover whose way out is cancelled never goes, and takes the next press.
  const leaving = (): Promise<number> =>
    page.evaluate(() => {
      for (const animation of document.getAnimations())
        if (animation.effect?.getTiming().iterations === 1) animation.finish()
      return document.querySelectorAll('[data-exiting]').length
    })
  await expect.poll(leaving).toBe(0)
  await page.evaluate(() => {
    const still = new CSSStyleSheet()
    still.replaceSync('*, ::before, ::after { transition: none !important }')
    document.adoptedStyleSheets.push(still)
  })
}

/** Everything in the dark theme; the light one differs from it in its colours alone. */
export async function expectNoViolationsInBothThemes(page: Page, scope: Scope = {}): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' })
  await expectNoViolations(page, { ...scope, onlyColours: true })
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectNoViolations(page, scope)
}

/** In forced colours, and at 200 %, which leaves a page half of the window. */
export async function expectReadable(page: Page, scope: Scope = {}): Promise<void> {
  await page.emulateMedia({ forcedColors: 'active' })
  await expectNoViolations(page, scope)
  await page.emulateMedia({ forcedColors: 'none' })
  await page.setViewportSize({ width: 640, height: 400 })
  await expectNoViolations(page, scope)
  await page.setViewportSize({ width: 1280, height: 800 })
}
