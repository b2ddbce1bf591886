/** Stands for the tests on a real Electron where there is none, so that a run says so. */
import { test } from '@playwright/test'
import { electronRuntime } from './window-page.ts'

test("the page's tests on Electron itself", () => {
  const runtime = electronRuntime()
  test.skip(!runtime.ok, runtime.ok ? '' : runtime.reason)
})
