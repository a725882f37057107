import { expect } from '@playwright/test'
import { ConsoleAdministrator } from './console-administrator.ts'
import { ConsoleWorld, owner } from './console-world.ts'
import { ada, openUsers } from './users-screen.ts'
import { test } from './test.ts'

test('acts on users ask who it is when the sign-in is a while ago, and then go on', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()
  const administrator = await ConsoleAdministrator.enter(world, 'demo-app')
  await administrator.call('POST', 'v1', 'accounts', ada)
  await page.clock.install()
  await openUsers(page, world, `/${await administrator.uidOf(ada.email)}`)
  const confirm = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await test.step('a new address, enabling and a link that lets somebody in', async () => {
    const address = page.getByLabel('E-mail', { exact: true })
    const edit = page.getByRole('button', { name: 'Edit', exact: true })
    await edit.click()
    await expect(address).toHaveValue(ada.email)
    await page.clock.fastForward('06:00')
    await page.getByLabel('Name', { exact: true }).fill('Ada L')
    await page.getByRole('button', { name: 'Save' }).first().click()
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()

    await edit.click()
    await address.fill('lovelace@example.com')
    await page.getByRole('button', { name: 'Save' }).first().click()
    await confirm.getByLabel('Your password').fill(owner.password)
    await confirm.getByRole('button', { name: 'Confirm' }).click()
    await expect(async () => expect(await administrator.uidOf('lovelace@example.com')).toBeTruthy()).toPass()

    await page.clock.fastForward('06:00')
    await page.getByRole('button', { name: 'Disable user' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Disable user' }).click()
    await page.getByRole('button', { name: 'Enable user' }).click()
    await confirm.getByLabel('Your password').fill(owner.password)
    await confirm.getByRole('button', { name: 'Confirm' }).click()
    await expect(page.getByRole('button', { name: 'Disable user' })).toBeVisible()

    await page.clock.fastForward('06:00')
    await page.getByRole('button', { name: 'Make a reset link' }).click()
    await confirm.getByLabel('Your password').fill(owner.password)
    await confirm.getByRole('button', { name: 'Confirm' }).click()
    await expect(page.getByRole('dialog').getByText(/oobCode=/)).toBeVisible()
  })

  await test.step('deleting and adding a user', async () => {
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
    await page.getByRole('button', { name: 'Delete user' }).waitFor()
    await page.clock.fastForward('06:00')
    await page.getByRole('button', { name: 'Delete user' }).click()
    await expect(confirm.getByText(/^“Delete user” asks for a fresh sign-in.*for the next 5 minutes/)).toBeVisible()
    await page.mouse.click(5, 5)
    await confirm.getByLabel('Your password').fill(owner.password)
    await confirm.getByRole('button', { name: 'Confirm' }).click()
    const deletion = page.getByRole('alertdialog', { name: 'Delete Ada L' })
    await deletion.getByLabel(/^Type /).fill('lovelace@example.com')
    await deletion.getByRole('button', { name: 'Delete user for good' }).click()
    await expect(page.getByText(/^Deleted /)).toBeVisible()

    await page.clock.fastForward('06:00')
    await page.getByRole('button', { name: 'Add user' }).first().click()
    await confirm.getByLabel('Your password').fill(owner.password)
    await confirm.getByRole('button', { name: 'Confirm' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add a user' })
    await dialog.getByLabel('E-mail', { exact: true }).fill('bob@example.com')
    await dialog.getByRole('button', { name: 'Add user' }).click()
    await expect(page.getByText('Added bob@example.com')).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
})
