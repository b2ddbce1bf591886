/** End-to-end tests: the built application in a real Chromium, which `npm test` finds and names in ATELIER_CHROMIUM. */
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'

const reportDir = join(import.meta.dirname, '../../.build/test')
const chromium = process.env['ATELIER_CHROMIUM']

export default defineConfig({
  testDir: import.meta.dirname,
  testMatch: '**/*.spec.ts',
  outputDir: join(reportDir, 'end-to-end'),
  reporter: [['list'], ['json', { outputFile: join(reportDir, 'end-to-end.json') }]],
  workers: 2,
  retries: 0,
  timeout: 60_000,
  forbidOnly: Boolean(process.env['CI']),
  use: {
    browserName: 'chromium',
    viewport: { width: 1280, height: 800 },
    // Its sandbox stays off, which is Playwright's default: it cannot be had as root and in most containers.
    launchOptions: chromium === undefined ? {} : { executablePath: chromium },
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
  },
})
