import { expect } from '@playwright/test'
import { MailReceiver } from '../../apps/server/src/testing/mail-receiver.ts'
import { ConsoleAdministrator } from './console-administrator.ts'
import { collectComplaints, ConsoleWorld, expectAccessible, expectAccessibleInBothThemes } from './console-world.ts'
import { createProjects } from './create-projects.ts'
import { goWithin } from './go-within.ts'
import { openSignedIn } from './open-signed-in.ts'
import { ada, openUsers, signInAsUser, signInStatus } from './users-screen.ts'
import { test } from './test.ts'

test('a user’s page tells everything about them, and changes it', async ({ page, browser }) => {
  await using world = await ConsoleWorld.withOwner()
  await createProjects(world, 'form-app', 'writing-app', 'refused-app', 'sessions-app')
  const complaints = collectComplaints(page)
  await openSignedIn(page, `${world.origin}/projects`)
  await test.step('it changes everything about them, in both themes', async () => {
    const administrator = await ConsoleAdministrator.enter(world, 'demo-app')
    const { localId } = await administrator.call<{ localId: string }>('POST', 'v1', 'accounts', ada)
    await goWithin(page, '/projects/demo-app/users')
    await page.getByRole('link', { name: ada.email }).press('Enter')
    await expect(page).toHaveURL(`${world.origin}/projects/demo-app/users/${localId}`)
    await expect(page.getByText('Not signed in anywhere.')).toBeVisible()
    await page.getByRole('link', { name: 'Devices of this user' }).click()
    await expect(page).toHaveURL(`${world.origin}/projects/demo-app/installations?uid=${localId}`)
    await expect(page.getByRole('heading', { level: 1, name: 'Devices' })).toBeVisible()
    await page.goBack()
    await expect(page.getByText('Not signed in anywhere.')).toBeVisible()
    await expectAccessibleInBothThemes(page)

    const edit = page.getByRole('button', { name: 'Edit', exact: true })
    await edit.click()
    await expectAccessible(page)
    await page.getByLabel('Name').fill('Ada')
    await page.getByLabel('Phone number').fill('+14155550123')
    await page.getByText('E-mail is verified').click()
    const profile = page.getByRole('region', { name: 'Profile' })
    await profile.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Ada')
    await expect(page.getByRole('heading', { level: 1 })).toContainText('verified')
    await expect(page.getByRole('button', { name: 'Remove phone' })).toBeVisible()
    await page.getByRole('button', { name: 'Remove phone' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove phone' }).click()
    await expect(page.getByText('phone is removed')).toBeVisible()

    const claims = page.getByRole('region', { name: 'Claims' })
    const json = claims.getByLabel('Claims as JSON')
    await claims.getByRole('button', { name: 'Edit claims' }).click()
    // A pause is enough; neither leaving the field nor saving is.
    await json.fill('{\n  "plan":')
    await expect(json).toHaveAccessibleDescription('Line 2, column 10: Here a value is missing.')
    await expect(json).toBeFocused()
    await json.fill('{"plan":"pro"}')
    await expect(json).toHaveAccessibleDescription('')
    await json.fill('{"sub":"me"}')
    await expect(json).toHaveAccessibleDescription(/Line 1, column 2: The name “sub” is the token’s own/)
    await claims.getByRole('button', { name: 'Save' }).click()
    await expect(json).toBeFocused()
    await expect(json).toHaveAccessibleDescription(/“sub” is the token’s own/)
    await claims.getByLabel('Claims as JSON').fill(JSON.stringify({ note: 'x'.repeat(1000) }))
    await claims.getByRole('button', { name: 'Save' }).click()
    await expect(claims.getByLabel('Claims as JSON')).toHaveAccessibleDescription(/too many/)
    await claims.getByLabel('Claims as JSON').fill('{"plan":"pro"}')
    await claims.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Claims saved')).toBeVisible()
    await expect(claims.getByText('"plan"')).toBeVisible()

    await expect(page.getByRole('button', { name: 'Send a reset mail' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Make a reset link' }).click()
    const linkDialog = page.getByRole('dialog', { name: 'A link to choose a new password' })
    const link = (await linkDialog.getByLabel('Link').textContent()) ?? ''
    await expectAccessibleInBothThemes(page)
    const theirs = await (await browser.newContext()).newPage()
    await theirs.goto(link)
    await theirs.getByLabel('New password').fill('a new horse')
    await theirs.getByRole('button', { name: 'Save the new password' }).click()
    await expect(theirs.getByText('Your new password is saved.')).toBeVisible()
    await linkDialog.getByRole('button', { name: 'Close' }).last().click()

    await page.getByRole('button', { name: 'Disable user' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Disable user' }).click()
    await expect(page.getByText('This user is disabled')).toBeVisible()
    expect(await signInStatus(world, administrator, 'a new horse')).toBe('USER_DISABLED')
    await page.getByRole('button', { name: 'Enable user' }).click()
    await expect(page.getByText('This user is disabled')).toHaveCount(0)
    await page.getByRole('button', { name: 'Set a password' }).click()
    const password = page.getByRole('dialog', { name: 'Set a password' })
    await password.getByLabel('New password').fill('one more horse')
    await password.getByRole('button', { name: 'Set a password' }).click()
    await expect(page.getByText('Password set.')).toBeVisible()
    expect(await signInStatus(world, administrator, 'one more horse')).toBe('')

    await page.getByRole('button', { name: 'Delete user' }).click()
    const deletion = page.getByRole('alertdialog', { name: 'Delete Ada' })
    await deletion.getByLabel(/^Type /).fill('Ada')
    await deletion.getByRole('button', { name: 'Delete user for good' }).click()
    await expect(deletion.getByLabel(/^Type /)).toHaveAccessibleDescription(/something else/)
    await deletion.getByLabel(/^Type /).fill(ada.email)
    await deletion.getByRole('button', { name: 'Delete user for good' }).click()
    await expect(page.getByRole('heading', { name: 'No users yet' })).toBeVisible()
    await goWithin(page, `/projects/demo-app/users/${localId}`)
    await expect(page.getByRole('heading', { name: 'This user isn’t there' })).toBeVisible()
    await expectAccessibleInBothThemes(page)
  })

  await test.step('a form sends what was changed in it alone, follows what others change, and is not left without a question', async () => {
    const administrator = await ConsoleAdministrator.enter(world, 'form-app')
    await administrator.call('POST', 'v1', 'accounts', { ...ada, displayName: 'Ada' })
    const uid = await administrator.uidOf(ada.email)
    await goWithin(page, `/projects/form-app/users/${uid}`)
    const profile = page.getByRole('region', { name: 'Profile' })
    const save = profile.getByRole('button', { name: 'Save' })
    const edit = page.getByRole('button', { name: 'Edit', exact: true })
    await edit.click()
    const name = profile.getByLabel('Name')
    await profile.getByLabel('Phone number').fill('+14155550123')
    await administrator.update(ada.email, { displayName: 'Ada Lovelace' })
    await page.keyboard.press('Control+s')
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Ada Lovelace')

    await edit.click()
    await expect(name).toHaveValue('Ada Lovelace')
    await expect(save).toBeDisabled()
    await name.fill('Countess')
    await administrator.update(ada.email, { displayName: 'Augusta' })
    // One look at the user may still be on its way from before.
    await expect(async () => {
      await page.evaluate(() => dispatchEvent(new Event('focus')))
      await expect(profile.getByText('changed this meanwhile to “Augusta”')).toBeVisible({ timeout: 2_000 })
    }).toPass()
    await expectAccessible(page)
    await expect(name).toHaveValue('Countess')
    await page.getByRole('link', { name: 'Files' }).click()
    const leaving = page.getByRole('alertdialog', { name: 'Leave without saving?' })
    await leaving.getByRole('button', { name: 'Stay here' }).click()
    await profile.getByRole('button', { name: 'Take theirs' }).click()
    await expect(name).toHaveValue('Augusta')
    await expect(save).toBeDisabled()
    await name.fill('Countess')
    await page.getByRole('link', { name: 'Files' }).click()
    await leaving.getByRole('button', { name: 'Leave without saving' }).click()
    await expect(page).toHaveURL(/\/files$/)
    expect(
      (
        await administrator.call<{ users: { displayName: string }[] }>('POST', 'v1', 'accounts:lookup', {
          localId: [uid],
        })
      ).users[0]?.displayName,
    ).toBe('Augusta')
  })

  await test.step('what a user wrote is listed, and leads to the document and to the requests', async () => {
    const administrator = await ConsoleAdministrator.enter(world, 'writing-app')
    const { localId } = await administrator.call<{ localId: string }>('POST', 'v1', 'accounts', ada)
    const rules = `service cloud.firestore {
      match /databases/{database}/documents { match /notes/{id} { allow read, write: if request.auth != null; } }
    }`
    const { name: rulesetName } = await administrator.call<{ name: string }>('POST', 'v1', 'rulesets', {
      source: { files: [{ name: 'firestore.rules', content: rules }] },
    })
    await administrator.call('POST', 'v1', 'releases', {
      name: 'projects/writing-app/releases/cloud.firestore',
      rulesetName,
    })
    const { idToken } = await signInAsUser(world, administrator, ada.email, ada.password)
    const write = async (path: string) => {
      const answer = await fetch(`${world.origin}/v1/projects/writing-app/databases/(default)/documents/${path}`, {
        method: 'PATCH',
        headers: { authorization: `Bearer ${idToken}`, 'content-type': 'application/json' },
        body: JSON.stringify({ fields: { text: { stringValue: 'hello' } } }),
      })
      return answer.status
    }
    expect(await write('notes/first')).toBe(200)
    expect(await write('notes/first')).toBe(200)
    expect(await write('secrets/one')).toBe(403)

    await goWithin(page, `/projects/writing-app/users/${localId}`)
    const lines = page.getByRole('region', { name: 'Timeline' }).getByRole('listitem')
    await expect(lines.filter({ hasText: 'Denied: create secrets/one' })).toHaveCount(1)
    await lines.getByRole('link', { name: /See why|line \d/ }).click()
    await expect(page).toHaveURL(/\/requests\?.*request=/)
    await page.goBack()
    await expect(lines).toContainText([/Denied: create/, /Changed notes\/first/, /Created notes\/first/, /Signed in/])
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Writes' }).click()
    await expect(lines).toHaveText([/Changed.*notes\/first/, /Created.*notes\/first/])
    await page.reload()
    await expect(lines).toHaveCount(2)
    await page.getByRole('link', { name: '1 denied', exact: true }).click()
    const refused = page.getByRole('table', { name: 'Requests' }).getByRole('row').filter({ hasText: 'secrets/one' })
    await expect(refused).toContainText('Denied')
    await page.goBack()
    await lines.first().getByRole('link').click()
    await expect(page).toHaveURL(/\/data\/notes\/first/)
  })

  await test.step('it says why they can’t sign in, and leads to the audit log, whose filters are its address', async () => {
    const administrator = await ConsoleAdministrator.enter(world, 'refused-app')
    const { localId } = await administrator.call<{ localId: string }>('POST', 'v1', 'accounts', ada)
    await administrator.call('POST', 'v1', 'accounts', { email: `b${ada.email}`, password: ada.password })
    await goWithin(page, `/projects/refused-app/users/${localId}`)
    const lines = page.getByRole('region', { name: 'Timeline' }).getByRole('listitem')
    await expect(lines).toHaveText([/^Added the user/, /^Account created/])
    expect(await signInStatus(world, administrator, 'not it')).toBe('INVALID_LOGIN_CREDENTIALS')
    expect(await signInStatus(world, administrator, 'nor this', `b${ada.email}`)).toBe('INVALID_LOGIN_CREDENTIALS')
    await administrator.update(ada.email, { disableUser: true })
    expect(await signInStatus(world, administrator, ada.password)).toBe('USER_DISABLED')
    await page.reload()
    await page.getByRole('button', { name: 'Sign-ins' }).click()
    await expect(lines).toHaveText([/^The account is disabled/, /^Wrong password/, /^Account created/])
    await expectAccessibleInBothThemes(page)

    await goWithin(page, `/projects/refused-app/settings?section=audit&action=account.&target=${ada.email}`)
    const log = page.getByRole('table', { name: 'Entries of the audit log' })
    await expect(log.getByText(`A sign-in as ${ada.email} failed`).first()).toBeVisible()
    const target = page.getByLabel('To what', { exact: true })
    await expect(target).toHaveValue(ada.email)
    await target.fill('nobody@example.com')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible()
    await expect(target).toBeFocused()
    await page.reload()
    await expect(target).toHaveValue('nobody@example.com')
    await page.goBack()
    await expect(target).toHaveValue(ada.email)
    await expect(log.getByText(`A sign-in as ${ada.email} failed`).first()).toBeVisible()
  })

  await test.step('sessions are ended one by one and all; a lost second factor is taken away', async () => {
    const administrator = await ConsoleAdministrator.enter(world, 'sessions-app')
    await administrator.call('POST', 'v1', 'accounts', ada)
    await administrator.enrol(ada.email, ada.password)
    const uid = await administrator.uidOf(ada.email)
    await goWithin(page, `/projects/sessions-app/users/${uid}`)
    await expect(page.getByRole('list', { name: 'Sessions of this user' }).getByRole('listitem')).toHaveCount(1)
    await page.getByRole('button', { name: 'Remove Telephone' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove Telephone' }).click()
    await expect(page.getByText('Telephone is removed')).toBeVisible()
    await expect(page.getByText('no second factor')).toBeVisible()
    expect(await signInStatus(world, administrator, ada.password)).toBe('')
    await page.reload()
    await expect(page.getByRole('list', { name: 'Sessions of this user' }).getByRole('listitem')).toHaveCount(2)
    await page
      .getByRole('button', { name: /^End the session of/ })
      .first()
      .click()
    await expect(page.getByText('Session ended')).toBeVisible()
    await expect(page.getByRole('list', { name: 'Sessions of this user' }).getByRole('listitem')).toHaveCount(1)
    // By the server's clock: that of this machine may be slow.
    await page.clock.setFixedTime(Date.now() - 3_600_000)
    await page.getByRole('button', { name: 'End all' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'End all' }).click()
    await expect(page.getByText('Not signed in anywhere.')).toBeVisible()

    expect(await signInStatus(world, administrator, ada.password)).toBe('')
    await page.reload()
    await expect(page.getByRole('list', { name: 'Sessions of this user' }).getByRole('listitem')).toHaveCount(1)
    await page.getByRole('button', { name: 'Disable' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Disable' }).click()
    await expect(page.getByText('Not signed in anywhere.')).toBeVisible()
  })
  expect(complaints).toEqual([])
})

test('a reset mail goes out from the user’s page', async ({ page }) => {
  await using receiver = await MailReceiver.start()
  await using world = await ConsoleWorld.withMail(receiver)
  const administrator = await ConsoleAdministrator.enter(world, 'demo-app')
  await administrator.call('POST', 'v1', 'accounts', ada)
  await openUsers(page, world, `/${await administrator.uidOf(ada.email)}`)
  await page.getByRole('button', { name: 'Send a reset mail' }).click()
  await expect(page.getByText(`is on its way to ${ada.email}`)).toBeVisible()
  expect(await receiver.nextLink()).toContain('mode=resetPassword')
})
