import { expect } from '@playwright/test'
import { doc, getDoc, setDoc } from 'firebase/firestore'
import { ConsoleAccount } from '../../apps/server/src/testing/console-account.ts'
import { MailReceiver } from '../../apps/server/src/testing/mail-receiver.ts'
import { setTeam } from '../../apps/server/src/testing/set-team.ts'
import { ConsoleAdministrator } from './console-administrator.ts'
import { ConsoleWorld, owner } from './console-world.ts'
import { DataBrowser } from './data-browser.ts'
import { openSignedIn } from './open-signed-in.ts'
import { ProjectOperator } from './project-operator.ts'
import { test } from './test.ts'

/** What the server refuses in the middle of something, with the code of the catalogue (specification, section 8) that it says. */

test('what the server refuses in the middle of something is said with its reason', async ({ page, browser }) => {
  await using receiver = await MailReceiver.start()
  await using world = await ConsoleWorld.withMail(receiver)
  const boss = await ConsoleAccount.signIn(world, owner.email, owner.password)
  const administrator = await ConsoleAdministrator.enter(world, 'demo-app')
  await administrator.call('POST', 'v1', 'accounts', { localId: 'ada', email: 'ada@example.com' })
  await openSignedIn(page, `${world.origin}/projects/demo-app/users/ada`)

  await test.step('deadline-exceeded: who hears nothing in time is told to look before trying again, for it may be done', async () => {
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await page.getByLabel('Name', { exact: true }).fill('Ada Lovelace')
    // A proxy in between, whose patience ends before the server's answer is through.
    await page.route(/accounts:update/, async (route) => {
      expect((await route.fetch()).status()).toBe(200)
      await route.fulfill({ status: 504, contentType: 'text/html', body: '<h1>Gateway Timeout</h1>' })
    })
    const profile = page.getByRole('region', { name: 'Profile' })
    await profile.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('It took too long, and it is not known whether it was done.')).toBeVisible()
    await page.getByText('Details', { exact: true }).first().click()
    await expect(page.getByText('deadline-exceeded')).toBeVisible()
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Ada Lovelace')
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Ada Lovelace')
    await page.unroute(/accounts:update/)
  })

  await test.step('not-found: who changes a user that somebody has deleted meanwhile is told so', async () => {
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await page.getByLabel('Name', { exact: true }).fill('Countess')
    await administrator.call('POST', 'v1', 'accounts:delete', { localId: 'ada' })
    await page.getByRole('region', { name: 'Profile' }).getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('This user isn’t there any more. Somebody may have deleted the account.')).toBeVisible()
  })

  await test.step('invalid-argument: what the page lets through and the server does not is said, and nothing typed is lost', async () => {
    page.once('dialog', (dialog) => void dialog.accept())
    await page.goto(`${world.origin}/projects/demo-app/settings?section=sign-in`)
    await page.getByRole('button', { name: 'Add provider' }).click()
    await page.getByRole('menuitem', { name: 'OpenID Connect' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add an OpenID Connect provider' })
    await dialog.getByLabel('Id', { exact: true }).fill('oidc.acme')
    await dialog.getByLabel('Name').fill('Acme')
    await dialog.getByLabel('Issuer').fill('https://user@login.acme.example')
    await dialog.getByLabel('Client id', { exact: true }).fill('hearth')
    await dialog.getByLabel('Client secret').fill('hush')
    const answered = page.waitForResponse((response) => response.url().includes('oauthIdpConfigs?'))
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    expect((await answered).status()).toBe(400)
    await expect(dialog.getByLabel('Issuer')).toHaveAccessibleDescription(/The server doesn’t take this\./)
    await expect(dialog.getByLabel('Issuer')).toHaveValue('https://user@login.acme.example')
  })

  await test.step('resource-exhausted: a limit of the server is counted down', async () => {
    page.once('dialog', (dialog) => void dialog.accept())
    const token = await boss.operatorToken('demo-app')
    for (let sent = 0; sent < 10; sent++) {
      const answer = await fetch(`${world.origin}/hearth/v1/projects/demo-app/test-mail`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ to: 'try@example.com', kind: 'VERIFY_EMAIL', language: 'en' }),
      })
      expect(answer.status).toBe(200)
    }
    await page.goto(`${world.origin}/projects/demo-app/settings?section=mails`)
    await page.getByRole('button', { name: 'Send a test' }).click()
    const dialog = page.getByRole('dialog', { name: 'Send a test mail' })
    await dialog.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(dialog.getByRole('alert')).toContainText('Too many tries. The next one is possible in')
    await expect(dialog.getByLabel('To')).toHaveValue(owner.email)
  })

  await test.step('permission-denied: whose role is lowered while they write is told so; a document keeps what was typed, a cell goes back', async () => {
    await using operator = await ProjectOperator.enter(world)
    const first = doc(operator.services.firestore, 'notes', 'first')
    await setDoc(first, { text: 'before' })
    const eda = await ConsoleAccount.signUp(world, 'eda@example.com')
    const setRole = async (role: 'editor' | 'viewer') => await setTeam(world, 'demo-app', boss, { [eda.uid]: role })
    await setRole('editor')
    const context = await browser.newContext()
    const edaPage = await context.newPage()
    await openSignedIn(edaPage, `${world.origin}/projects/demo-app/data/notes/first`, {
      email: 'eda@example.com',
      password: 'correct horse',
    })
    const data = new DataBrowser(edaPage)
    await data.editValue('text', 'string', 'after')
    await setRole('viewer')
    await edaPage.keyboard.press('Control+s')
    const alert = edaPage.getByRole('alert').filter({ hasText: 'Couldn’t save' })
    await expect(alert).toContainText('Not allowed with your role in this project. Nothing was changed. Ask an owner')
    await expect(data.value('text')).toHaveText('after')
    await edaPage.getByRole('button', { name: 'Discard' }).click()
    await expect(data.value('text')).toHaveText('before')

    await setRole('editor')
    await edaPage.goto(
      `${world.origin}/projects/demo-app/data/notes?view=table&columns=${encodeURIComponent('["text"]')}`,
    )
    const cell = edaPage.locator('[data-cell="0,1"]')
    await cell.dblclick()
    await edaPage.keyboard.press('Control+a')
    await edaPage.keyboard.type('after')
    await setRole('viewer')
    await edaPage.keyboard.press('Enter')
    await expect(edaPage.getByRole('dialog', { name: 'Edit text of first' })).toContainText(
      'Not allowed with your role',
    )
    await expect(cell).toHaveText('before')
    expect((await getDoc(first)).data()).toEqual({ text: 'before' })
    await context.close()
  })
})
