import { expect } from '@playwright/test'
import { ref, uploadString } from 'firebase/storage'
import { findBrowser } from '../../scripts/find-browser.mjs'
import config from '../../playwright.config.ts'
import { ConsoleWorld } from './console-world.ts'
import { openSignedIn } from './open-signed-in.ts'
import { ProjectOperator } from './project-operator.ts'
import { test } from './test.ts'

const executablePath = findBrowser()

// The reader of PDFs belongs to the whole browser; the headless shell downloads them.
test.use({
  launchOptions: { ...config.use?.launchOptions, ...(executablePath !== undefined && { executablePath }) },
})

test('a PDF is shown in the reader of the browser, and markup that is called one runs nowhere', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()
  await using operator = await ProjectOperator.enter(world)
  await uploadString(ref(operator.services.storage, 'bill.pdf'), '<script>parent.stolen = 1</script>', 'raw', {
    contentType: 'application/pdf',
  })
  await openSignedIn(page, `${world.origin}/projects/demo-app/files/?file=bill.pdf`)
  const frame = page.getByTitle('Preview of bill.pdf')
  await expect(frame).toHaveAttribute('src', /^blob:/)
  await expect.poll(() => page.frames().some((one) => one.url().startsWith('blob:'))).toBe(true)
  expect(await page.evaluate(() => 'stolen' in window)).toBe(false)
})
