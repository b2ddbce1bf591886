/** What axe can find in a page. */
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

interface Scope {
  /** `region` alone: React Aria puts a popover's hidden Dismiss buttons beside its dialog, where screen readers on touch find them. */
  readonly without?: readonly 'region'[]
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
  // Motion is over before the colours are measured: a fading element has none of its own. It is ended rather than waited
  // for: a transition of a page that paints nothing for a while never comes to its end by itself.
  await page.evaluate(() => {
    for (const animation of document.getAnimations())
      if (animation.effect?.getTiming().iterations === 1) animation.finish()
  })
  // There are no frames; the other mode opens a second page, which takes the focus away.
  const builder = new AxeBuilder({ page }).setLegacyMode(true)
  const axe = onlyColours ? builder.withRules(COLOUR_RULES) : builder.disableRules([...without])
  const { violations } = await (within === undefined ? axe : axe.include(within)).analyze()
  const found = violations.map(({ id, nodes }) => [
    id,
    nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary}`),
  ])
  expect(found).toEqual([])
}

/** Everything in the dark theme; the light one differs from it in its colours alone. */
export async function expectNoViolationsInBothThemes(page: Page, scope: Scope = {}): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' })
  await expectNoViolations(page, { ...scope, onlyColours: true })
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectNoViolations(page, scope)
}
