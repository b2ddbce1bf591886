/**
 * End-to-end tests: the built application in a real Chromium, which `npm test` finds and names in ATELIER_CHROMIUM.
 *
 * The same tests run on three hosts, each a project whose name stands before every test: `web`, `stand-in` (the built
 * desktop on the stand-in for Electron) and `electron` (the real one, where it is installed). On the two desktops a chosen
 * part runs, unless ATELIER_ALL_HOSTS is 1 (`npm test -- --only end-to-end -- --all-hosts`).
 *
 * With ATELIER_TESTS=fast the main paths run, on the web host: what is tagged `@main`, and the security checks.
 *
 * @slow Every test in the browser, and a chosen part on the built desktop, instead of the main paths.
 */
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { defineConfig, type PlaywrightTestConfig } from '@playwright/test'
import { electronRuntime } from './window-page.ts'
import type { HostKind } from './host.ts'

const reportDir = join(import.meta.dirname, '../../.build/test')
const chromium = process.env['ATELIER_CHROMIUM']
const runsAll = process.env['ATELIER_ALL_HOSTS'] === '1'
const isFast = process.env['ATELIER_TESTS'] === 'fast'
const FAST = /@main|(?:^| |\/)check-\d\d-/u

const NO_RUNTIME = '**/no-runtime.spec.ts'
/** About the local service alone. */
const WITHOUT_HOST = '**/service-media.spec.ts'
/** The main path, the fences (but what the core alone refuses), one view for axe, the keyboard, a saved file, full screen: what differs between the hosts shows in these. */
const CHOSEN =
  /(?:^| |\/)(?:main-path|check-\d\d-[\w-]+|keyboard)\.spec\.ts (?!never shows a web page)|(?:^| |\/)prompts\.spec\.ts a preset is saved|(?:^| |\/)accessibility\.spec\.ts Create|(?:^| |\/)gallery-review\.spec\.ts shows what is selected/u

/** For three: each has a browser or two, a host and a service. More workers than cores: a test waits for about half of its time. */
const ENOUGH_BYTES = 7 * 1024 ** 3

/**
 * Chromium loads two pages of its own for the address bar of every window, which take longer than ours. The last list that
 * is given counts: what stands after them is what matters here of the one that Playwright gives.
 */
const WITHOUT_FEATURES = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
]

type Project = NonNullable<PlaywrightTestConfig<object, { hostKind: HostKind }>['projects']>[number]

function desktop(hostKind: HostKind): Project {
  return {
    name: hostKind,
    testIgnore: [NO_RUNTIME, WITHOUT_HOST],
    // Each host brings a Chromium of its own along, beside that of the runner.
    timeout: 300_000,
    expect: { timeout: 30_000 },
    use: { hostKind },
    ...(runsAll ? {} : { grep: CHOSEN }),
  }
}

export default defineConfig<object, { hostKind: HostKind }>({
  testDir: import.meta.dirname,
  testMatch: '**/*.spec.ts',
  outputDir: join(reportDir, 'end-to-end'),
  reporter: [['list'], [join(import.meta.dirname, '../../electron/scripts/testing/playwright-report.ts')]],
  workers: totalmem() < ENOUGH_BYTES ? 2 : 3,
  // As in vitest.config.ts.
  retries: process.env['ATELIER_TESTS'] === 'all' ? 1 : 0,
  // For a machine that paints in software and does other things besides: none of these tests measures time.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  forbidOnly: Boolean(process.env['CI']),
  projects: isFast
    ? [{ name: 'web', testIgnore: NO_RUNTIME, use: { hostKind: 'web' }, grep: FAST }]
    : [
        { name: 'web', testIgnore: NO_RUNTIME, use: { hostKind: 'web' } },
        desktop('stand-in'),
        electronRuntime().ok ? desktop('electron') : { name: 'electron', testMatch: NO_RUNTIME },
      ],
  use: {
    browserName: 'chromium',
    viewport: { width: 1280, height: 800 },
    // Its sandbox stays off, which is Playwright's default: it cannot be had as root and in most containers.
    launchOptions: {
      args: [`--disable-features=${WITHOUT_FEATURES.join(',')}`],
      ...(chromium === undefined ? {} : { executablePath: chromium }),
    },
    screenshot: 'only-on-failure',
  },
})
