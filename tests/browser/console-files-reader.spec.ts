import { expect } from '@playwright/test'
import { ref, uploadString } from 'firebase/storage'
import { findBrowser } from '../../scripts/find-browser.mjs'
import config from '../../playwright.config.ts'
import { ConsoleWorld, signIn } from './console-world.ts'
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
  await page.goto(`${world.origin}/projects/demo-app/files/?file=bill.pdf`)
  await signIn(page)
  const frame = page.getByTitle('Preview of bill.pdf')
  await expect(frame).toHaveAttribute('src', /^blob:/)
  await expect.poll(() => page.frames().some((one) => one.url().startsWith('blob:'))).toBe(true)
  expect(await page.evaluate(() => 'stolen' in window)).toBe(false)
})
