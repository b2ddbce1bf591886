/** The settings of the form as a test handles them: the model's row, and the chips with their controls. */
import { expect, type Locator, type Page } from '@playwright/test'

export const modelRow = (page: Page): Locator => page.getByRole('button', { name: /^Model / })

/** `name` of the chip without its value, such as 'Aspect ratio'. */
export const chip = (page: Page, name: string): Locator =>
  page.getByRole('region', { name: 'Options' }).getByRole('button', { name: new RegExp(`^${name}( |$)`) })

/** The rest of the page is out of reach until it is closed. */
export async function openChip(page: Page, name: string): Promise<Locator> {
  await chip(page, name).click()
  const dialog = page.getByRole('dialog', { name, exact: true })
  await expect(dialog).toBeVisible()
  return dialog
}

export async function closeChip(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

/** Types into a field of a chip, as 'Repeat' of 'Count'. */
export async function fillOption(
  page: Page,
  name: string,
  field: string | RegExp,
  value: string,
): Promise<void> {
  const box = (await openChip(page, name)).getByRole('textbox', { name: field })
  await box.fill(value)
  await box.press('Enter')
  await closeChip(page)
}

/** Presses one of the values of a chip, as '16:9' of 'Aspect ratio'. */
export async function chooseOption(page: Page, name: string, value: string): Promise<void> {
  const dialog = await openChip(page, name)
  await dialog.getByRole('radio', { name: value, exact: true }).click()
  await closeChip(page)
}

/** Resolves to the picker with its search in focus. */
export async function openModels(page: Page): Promise<Locator> {
  await modelRow(page).click()
  const dialog = page.getByRole('dialog', { name: 'Model', exact: true })
  await expect(dialog.getByRole('searchbox')).toBeFocused()
  return dialog
}

/** Opens "More options", where it is not open yet. */
export async function openMore(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: /^More options/ })
  if ((await button.getAttribute('aria-expanded')) !== 'true') await button.click()
  await expect(button).toHaveAttribute('aria-expanded', 'true')
}

export async function openMatrix(page: Page): Promise<void> {
  await openMore(page)
  await page.getByRole('button', { name: /^Compare options/ }).click()
}
