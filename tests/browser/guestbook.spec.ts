import { expect, type Page } from '@playwright/test'
import { HostedServer } from '../../apps/server/src/testing/hosted-server.ts'
import { BuiltPage } from './built-page.ts'
import { findViolations } from './find-violations.ts'
import { test } from './test.ts'

/** A server, and the example as it is in the repository, built for it. */
async function openGuestbook(): Promise<{ server: HostedServer; guestbook: BuiltPage } & AsyncDisposable> {
  const server = await HostedServer.start({ mode: 'dev' })
  const guestbook = await BuiltPage.build('examples/guestbook', { VITE_HEARTH_ORIGIN: server.origin })
  return {
    server,
    guestbook,
    async [Symbol.asyncDispose]() {
      await guestbook[Symbol.asyncDispose]()
      await server[Symbol.asyncDispose]()
    },
  }
}

async function signUp(page: Page, name: string, email: string): Promise<void> {
  await page.getByRole('button', { name: 'I am new here' }).click()
  await page.getByLabel('Your name').fill(name)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill('correct horse')
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expect(page.getByText(`Signed in as ${name}`)).toBeVisible()
}

async function write(page: Page, text: string): Promise<void> {
  await page.getByLabel('Your words').fill(text)
  await page.getByRole('button', { name: 'Add entry' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: text })).toBeVisible()
}

test('people write, and everybody sees it at once', async ({ page, browser }) => {
  await using world = await openGuestbook()
  const expectAccessible = async (): Promise<void> => {
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      expect(await findViolations(page)).toEqual([])
    }
  }
  await using context = await browser.newContext()
  const ben = await context.newPage()
  await page.goto(world.guestbook.origin)
  await ben.goto(world.guestbook.origin)
  await expect(ben.getByText('Nobody has written anything yet')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Sign in to write' })).toBeVisible()
  await expectAccessible()
  await test.step('an entry is there for others, and deleted by its writer alone', async () => {
    await signUp(page, 'Ada', 'ada@example.com')
    await write(page, 'What a lovely place')
    await expectAccessible()
    await expect(ben.getByRole('listitem').filter({ hasText: 'What a lovely place' })).toContainText('Ada')

    await signUp(ben, 'Ben', 'ben@example.com')
    await expect(ben.getByRole('button', { name: /Delete/ })).toHaveCount(0)
    await page.getByRole('button', { name: /Delete/ }).click()
    await expect(ben.getByRole('listitem')).toHaveCount(0)
  })

  await test.step('a picture goes with an entry', async () => {
    await page
      .getByLabel('A picture, if you like')
      .setInputFiles({ name: 'dot.png', mimeType: 'image/png', buffer: onePixel })
    await write(page, 'With a picture')
    const picture = page.getByRole('img', { name: 'Added by Ada' })
    await expect(picture).toBeVisible()
    await expect
      .poll(() => picture.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth))
      .toBe(1)
    await page.getByRole('button', { name: /Delete/ }).click()
    await expect(page.getByRole('listitem')).toHaveCount(0)
  })

  await test.step('entries and the session outlive a reload', async () => {
    await write(page, 'Still here tomorrow')
    await write(page, 'And the day after')
    await page.reload()
    await expect(page.getByText('Signed in as Ada')).toBeVisible()
    await expect(page.getByRole('listitem')).toContainText(['And the day after', 'Still here tomorrow'])
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(page.getByRole('heading', { name: 'Sign in to write' })).toBeVisible()
    await page.getByLabel('E-mail').fill('ada@example.com')
    await page.getByLabel('Password').fill('wrong password')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('alert')).toHaveText('The e-mail address or the password is wrong.')
  })
})

const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
