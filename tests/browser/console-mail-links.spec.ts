import { expect, type Page } from '@playwright/test'
import { ConsoleAccount } from '../../apps/server/src/testing/console-account.ts'
import { MailReceiver } from '../../apps/server/src/testing/mail-receiver.ts'
import { ConsoleAdministrator } from './console-administrator.ts'
import { collectComplaints, ConsoleWorld, expectAccessible, owner, signIn } from './console-world.ts'
import { openSignedIn } from './open-signed-in.ts'
import { test } from './test.ts'

const ada = { email: 'ada@example.com', password: 'a horse of Ada' }

async function choosePassword(page: Page, password: string): Promise<void> {
  await page.getByLabel('New password').fill(password)
  await page.getByRole('button', { name: 'Save the new password' }).click()
}

test('a forgotten password is reset by a mail, whose link works once, and whose page says what a link is worth', async ({
  page,
}) => {
  await using receiver = await MailReceiver.start()
  await using world = await ConsoleWorld.withMail(receiver)
  const complaints = collectComplaints(page)
  const administrator = await ConsoleAdministrator.enter(world)
  await ConsoleAccount.signUp(world, ada.email, ada.password)
  await test.step('a link that expired while it was open, or was mangled on its way, says so and offers another', async () => {
    const first = await administrator.link('PASSWORD_RESET', ada.email)
    await page.goto(first)
    await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible()
    // A newer one makes it void.
    const second = await administrator.link('PASSWORD_RESET', ada.email)
    await choosePassword(page, 'a new horse')
    await expect(page.getByRole('heading', { name: 'This link is over' })).toBeVisible()

    await page.goto(second.replace(/oobCode=[^&]*/, 'oobCode=cut'))
    await expect(page.getByRole('heading', { name: 'This link is over' })).toBeVisible()
    await page.goto(second.replace(/&apiKey=[^&]*/, ''))
    await expect(page.getByText('A part of its address is missing')).toBeVisible()
  })
  await test.step('the page behind a link speaks the language of the mail, and the chosen one before that', async () => {
    const link = new URL(await administrator.link('PASSWORD_RESET', ada.email))
    link.searchParams.set('lang', 'de')
    await page.goto(link.href)
    await expect(page.getByRole('heading', { name: 'Neues Passwort' })).toBeVisible()
    link.searchParams.set('lang', 'fr')
    await page.goto(link.href)
    await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible()
  })
  await test.step('the link of the mail sets a new password once', async () => {
    await page.goto(`${world.origin}/sign-in`)
    await signIn(page, { ...owner, password: 'wrong horse' })
    await page.getByRole('link', { name: 'Reset the password' }).click()
    await expect(page.getByLabel('E-mail')).toHaveValue(owner.email)
    await page.getByRole('button', { name: 'Send the link' }).click()
    await expect(page.getByRole('heading', { name: 'Look into your mailbox' })).toBeVisible()
    await expect(page.getByRole('button', { name: /Send another in \d+ s/ })).toBeDisabled()
    await expectAccessible(page)

    const link = await receiver.nextLink()
    await page.goto(link)
    await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible()
    await expectAccessible(page)
    await choosePassword(page, 'abc')
    await expect(page.getByLabel('New password')).toHaveAccessibleDescription(/every rule/)
    await choosePassword(page, 'a new horse')
    await expect(page.getByText('Your new password is saved.')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Sign in' }).click()
    await expect(page.getByLabel('E-mail')).toHaveValue(owner.email)
    await signIn(page, { ...owner, password: 'a new horse' })
    await expect(page).toHaveURL(`${world.origin}/projects/demo-app`)

    await page.goto(link)
    await expect(page.getByRole('heading', { name: 'This link is over' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Send another link' }).click()
    await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible()
  })
  await test.step('asking for a reset says the same for an address that nobody has', async () => {
    await page.getByLabel('E-mail').fill('nobody@example.com')
    await page.getByRole('button', { name: 'Send the link' }).click()
    await expect(page.getByText(/If nobody@example.com has an account here/)).toBeVisible()
  })
  expect(complaints).toEqual([])
})

test('an address is verified, changed from the account page, told to the old one, and taken back from there', async ({
  page,
  context,
}) => {
  await using receiver = await MailReceiver.start()
  await using world = await ConsoleWorld.withMail(receiver)
  const administrator = await ConsoleAdministrator.enter(world)
  await openSignedIn(page, `${world.origin}/account`)
  await expect(page.getByText('not verified', { exact: true })).toBeVisible()
  await test.step('an address is verified by a press and not by opening the link, which programs do too', async () => {
    const other = await context.newPage()
    await other.goto(await administrator.link('VERIFY_EMAIL', owner.email))
    await expect(other.getByText(`Is ${owner.email} yours?`)).toBeVisible()
    await other.reload()
    await other.getByRole('button', { name: 'Yes, it is mine' }).click()
    await expect(other.getByText(`${owner.email} is confirmed.`)).toBeVisible()
    await other.close()
  })
  await test.step('the account page notices an address that was verified in another tab', async () => {
    await expect(async () => {
      await page.evaluate(() => dispatchEvent(new Event('focus')))
      await expect(page.getByText('verified', { exact: true })).toBeVisible({ timeout: 500 })
    }).toPass()
  })
  await test.step('the address changes once the link that went to the new one is opened', async () => {
    await page.getByRole('button', { name: 'Change e-mail' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change e-mail' })
    await dialog.getByLabel('New e-mail address').fill(owner.email)
    await dialog.getByRole('button', { name: 'Send the link' }).click()
    await expect(dialog.getByLabel('New e-mail address')).toHaveAccessibleDescription(/your address already/)
    await dialog.getByLabel('New e-mail address').fill('new@example.com')
    await dialog.getByRole('button', { name: 'Send the link' }).click()
    await expect(page.getByText('A link is on its way to new@example.com.')).toBeVisible()
    await page.getByRole('button', { name: 'Close' }).last().click()
    await page.goto(await receiver.nextLink())
    await expect(page.getByText(`From ${owner.email} to new@example.com.`)).toBeVisible()
    await page.getByRole('button', { name: 'Change the address' }).click()
    await expect(page.getByText('Your address is new@example.com now.')).toBeVisible()
    await page.getByRole('link', { name: 'Sign in' }).click()
    await signIn(page, { ...owner, email: 'new@example.com' })
    await expect(page).toHaveURL(`${world.origin}/projects/demo-app`)
  })
  await test.step('the old one, which was theirs, takes it back', async () => {
    await page.goto(await receiver.nextLink())
    await page.getByRole('button', { name: 'Take it back' }).click()
    await expect(page.getByText(`Your address is ${owner.email} again.`)).toBeVisible()
    await expect(page.getByText('The password and every other way in are gone')).toBeVisible()
    await page.getByRole('button', { name: 'Send me a link for a new password' }).click()
    await expect(page.getByText(`A link to choose a new password is on its way to ${owner.email}.`)).toBeVisible()
    await page.goto(await receiver.nextLink())
    await choosePassword(page, 'a new horse')
    await expect(page.getByText('Your new password is saved.')).toBeVisible()
  })
})

test('links sign in, and those of an app lead on to the app alone', async ({ page }) => {
  await using receiver = await MailReceiver.start()
  await using world = await ConsoleWorld.withMail(receiver)
  const administrator = await ConsoleAdministrator.enter(world)
  const shop = await ConsoleAdministrator.enter(world, 'demo-app')
  await test.step('one of an app resets there, and leads on to the app only where its project is at home', async () => {
    await shop.call('POST', 'v1', 'accounts', { email: ada.email, password: ada.password })
    const link = await shop.link('PASSWORD_RESET', ada.email, { continueUrl: `${world.origin}/healthz` })
    await page.goto(link)
    await choosePassword(page, 'a new horse')
    await expect(page.getByRole('link', { name: 'Go on' })).toHaveAttribute('href', `${world.origin}/healthz`)

    const foreign = leadingAstray(await shop.link('PASSWORD_RESET', ada.email))
    await page.goto(foreign)
    await choosePassword(page, 'another new horse')
    await expect(page.getByText('Your new password is saved.')).toBeVisible()
    await expect(page.getByRole('link')).toHaveCount(0)
    await page.goto(foreign)
    await expect(page.getByText('Ask for a new one in the app that sent it.')).toBeVisible()
  })
  await test.step('one of an app hands a sign-in over to the app, and to nobody else', async () => {
    await page.goto(await shop.link('EMAIL_SIGNIN', ada.email, { continueUrl: `${world.origin}/healthz?page=1` }))
    // Whoever only opens it, as scanners of mails do, uses nothing up.
    const signInButton = page.getByRole('button', { name: 'Sign in', exact: true })
    await expect(signInButton).toBeVisible()
    await expectAccessible(page)
    await expect(page).toHaveURL(/\/action\?/)
    await signInButton.click()
    await expect(page).toHaveURL(/\/healthz\?page=1&mode=signIn.*oobCode=/)
    await page.goto(leadingAstray(await shop.link('EMAIL_SIGNIN', ada.email)))
    await expect(page.getByText('an address that its project doesn’t know')).toBeVisible()
  })
  await test.step('one of the console asks in another browser to whom it was sent, and signs in', async () => {
    await administrator.call('PATCH', 'v2', 'config?updateMask=signIn.email.passwordRequired', {
      signIn: { email: { passwordRequired: false } },
    })
    await page.goto(`${world.origin}/account`)
    await page.getByRole('button', { name: 'E-mail me a sign-in link' }).click()
    await expect(page.getByRole('alert')).toContainText('The e-mail address is missing')
    await page.getByLabel('E-mail').fill(owner.email)
    await page.getByRole('button', { name: 'E-mail me a sign-in link' }).click()
    await expect(page.getByText(/a link is on its way/)).toBeVisible()
    const link = await receiver.nextLink()

    await page.evaluate(() => localStorage.clear())
    await page.goto(link)
    await page.getByLabel('E-mail').fill('somebody@example.com')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByLabel('E-mail')).toHaveAccessibleDescription(/another address/)
    await page.getByLabel('E-mail').fill(owner.email)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page).toHaveURL(`${world.origin}/account`)
    await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible()
  })
})

/** The server makes no such link; whoever passes one on can change it. */
function leadingAstray(link: string): string {
  const changed = new URL(link)
  changed.searchParams.set('continueUrl', 'https://evil.example/')
  return changed.href
}
