import { expect, type Page } from '@playwright/test'
import { MailReceiver } from '../../apps/server/src/testing/mail-receiver.ts'
import { collectComplaints, ConsoleWorld, expectAccessible, signIn, signOut } from './console-world.ts'
import { openSignedIn } from './open-signed-in.ts'
import { ProjectOperator } from './project-operator.ts'
import { test } from './test.ts'

const settings = '/projects/demo-app/settings?section=members'
const nina = { email: 'nina@example.com', password: 'correct horse' }

/** Invites Nina and answers the link that the owner would send her. */
async function invite(page: Page, role = 'Editor', look?: (page: Page) => Promise<void>): Promise<string> {
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite a colleague' })
  await dialog.getByLabel('E-mail').fill('Nina@Example.com')
  await dialog.getByRole('button', { name: /Role/ }).click()
  await page.getByRole('option', { name: role }).click()
  await dialog.getByRole('button', { name: 'Invite' }).click()
  const made = page.getByRole('alertdialog', { name: 'Hand over this link' })
  const link = (await made.locator('pre').textContent())?.trim() ?? ''
  expect(link).toMatch(/\/invitation\?project=demo-app&id=\w+#code=[\w-]{32}$/)
  await look?.(page)
  await made.getByRole('button', { name: 'Done' }).click()
  return link
}

test('colleagues are invited by a link, join with and without an account, change roles, are removed and leave', async ({
  page,
  browser,
}) => {
  await using world = await ConsoleWorld.withOwner({ HEARTH_SIGN_UP: 'invited' })
  const complaints = collectComplaints(page)
  await openSignedIn(page, `${world.origin}${settings}`)
  await using elsewhere = await browser.newContext()
  const other = await elsewhere.newPage()
  await test.step('the only owner is told why they can’t leave', async () => {
    await page.getByRole('button', { name: 'Leave' }).click()
    await expect(
      page
        .getByRole('alertdialog')
        .getByRole('paragraph')
        .getByText(/You are the only owner/),
    ).toBeVisible()
    await page.keyboard.press('Escape')
  })
  await test.step('a revoked invitation opens nothing, a new link takes the place of the one before, and others are told whose it is', async () => {
    const older = await invite(page, 'Editor', expectAccessible)
    await page.getByRole('button', { name: 'New link for nina@example.com' }).click()
    const made = page.getByRole('alertdialog', { name: 'Hand over this link' })
    const link = (await made.locator('pre').textContent())?.trim() ?? ''
    await made.getByRole('button', { name: 'Done' }).click()

    await other.goto(older)
    await expect(other.getByRole('alert')).toContainText('a newer link took its place')
    await expectAccessible(other)

    const own = await page.context().newPage()
    await own.goto(link)
    await expect(
      own.getByText('The invitation is for nina@example.com. You are signed in as olga@example.com.'),
    ).toBeVisible()
    await own.close()

    await page.getByRole('button', { name: 'Revoke the invitation of nina@example.com' }).click()
    await expect(page.getByText('No open invitations')).toBeVisible()
    await other.goto(link)
    await expect(other.getByRole('alert')).toContainText('This invitation was revoked')
  })
  await test.step('a colleague without an account joins by the link, and changes role', async () => {
    const link = await invite(page)
    await expect(page.getByRole('region', { name: 'Open invitations' }).getByText('nina@example.com')).toBeVisible()

    await other.goto(link)
    await expect(other.getByText('to Demo app, as Editor')).toBeVisible()
    expect(new URL(other.url()).hash).toBe('')
    await expectAccessible(other)
    await other.getByLabel('Name', { exact: true }).fill('Nina Holm')
    await other.getByLabel('Password', { exact: true }).fill(nina.password)
    await other.getByRole('button', { name: 'Create account and join' }).click()
    await expect(other).toHaveURL(`${world.origin}/projects/demo-app`)

    const members = page.getByRole('region', { name: 'Members of this project' })
    await expect(members.getByText('Nina Holm')).toBeVisible()
    await expect(page.getByText('No open invitations')).toBeVisible()
    await expectAccessible(page)
    await members.getByRole('button', { name: /Role of Nina Holm/ }).click()
    await page.getByRole('option', { name: 'Viewer' }).click()
    await expect(page.getByText('Nina Holm is now a viewer')).toBeVisible()
    await expect(
      members.getByRole('button', { name: /Viewer.*Role of Nina Holm|Role of Nina Holm.*Viewer/ }),
    ).toBeVisible()

    // The account is elsewhere: the link says where, and so does its page.
    await expect(members.getByRole('link', { name: 'Nina Holm', exact: true })).toHaveCount(0)
    await members.getByRole('link', { name: 'Account in the project Console: Nina Holm' }).click()
    await expect(page).toHaveURL(/\/projects\/console\/users\/\w+$/)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Nina Holm')
    await expect(page.getByText('You are in the project Console')).toBeVisible()
    await page.goBack()

    // The founder's role has no button, and nobody can take the founder out.
    await expect(members.getByRole('button', { name: /Role of Olga Berg/ })).toHaveCount(0)
    await expect(members.getByRole('button', { name: 'Remove Olga Berg' })).toHaveCount(0)
  })
  await test.step('a colleague is removed', async () => {
    const members = page.getByRole('region', { name: 'Members of this project' })
    await members.getByRole('button', { name: 'Remove Nina Holm' }).click()
    const asked = page.getByRole('alertdialog', { name: 'Remove Nina Holm from this project?' })
    await asked.getByRole('button', { name: 'Remove Nina Holm' }).click()
    await expect(members.getByText('Nina Holm')).toHaveCount(0)
    await other.goto(`${world.origin}/projects`)
    await expect(other.getByText('No projects yet')).toBeVisible()
  })
  await test.step('a colleague with an account signs in, accepts and leaves', async () => {
    const link = await invite(page, 'Viewer')

    await signOut(other)
    await other.goto(link)
    await expect(other.getByText(/nina@example.com has an account here/)).toBeVisible()
    await other.getByRole('button', { name: 'Sign in' }).click()
    await signIn(other, nina)
    await other.getByRole('button', { name: 'Accept' }).click()
    await expect(other).toHaveURL(`${world.origin}/projects/demo-app`)

    await other.goto(`${world.origin}${settings}`)
    await expect(
      other.getByText('Owners of the project invite, change roles and remove members.').first(),
    ).toBeVisible()
    await other.getByRole('button', { name: 'Leave' }).click()
    await other.getByRole('button', { name: 'Leave the project' }).click()
    await expect(other).toHaveURL(`${world.origin}/projects`)
    await expect(page.getByText('nina@example.com')).toHaveCount(0)
  })
  expect(complaints).toEqual([])
})

test('an invitation goes by mail where the server sends them; what gets no answer holds nothing up', async ({
  browser,
  context,
  page,
}) => {
  await using receiver = await MailReceiver.start()
  await using world = await ConsoleWorld.withMail(receiver)
  await ProjectOperator.addMember(world, { ...nina, email: 'vera@example.com', role: 'viewer' })
  await openSignedIn(page, `${world.origin}${settings}`)
  let link = ''
  await test.step('an invitation goes by mail, again when asked, and as a link to hand over', async () => {
    await page.getByRole('button', { name: 'Invite', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Invite a colleague' })
    await dialog.getByLabel('E-mail').fill(nina.email)
    await dialog.getByRole('button', { name: 'Send invitation' }).click()
    await expect(page.getByText('Invitation sent to nina@example.com')).toBeVisible()
    expect(await receiver.next()).toMatchObject({ to: nina.email, subject: 'You are invited to Demo app' })
    await page.getByRole('button', { name: 'Send the invitation of nina@example.com again' }).click()
    link = /http:\S+/.exec((await receiver.next()).text)?.[0] ?? ''
    await expect(page.getByRole('button', { name: 'New link for nina@example.com' })).toBeVisible()
  })
  await test.step('what gets no answer says so within seconds, holds nothing else up, and is done when it is tried again', async () => {
    const members = page.getByRole('region', { name: 'Members', exact: true })
    const invitations = page.getByRole('region', { name: 'Invitations', exact: true })
    const unknown = 'it is not known whether it was done'
    const choose = async (role: string) => {
      await members.getByRole('button', { name: /Role of vera@example.com/ }).click()
      await page.getByRole('option', { name: role }).click()
    }
    const commits = /projects\/console\/.*documents:commit/
    await page.route(commits, () => undefined)
    await choose('Editor')
    await expect(members.getByRole('alert')).toContainText(unknown)
    await page.getByRole('button', { name: 'Revoke the invitation of nina@example.com' }).click()
    await expect(invitations.getByRole('alert')).toContainText(unknown)

    // The documents of the console go on meanwhile.
    await choose('Editor')
    await using elsewhere = await browser.newContext()
    const other = await elsewhere.newPage()
    await openSignedIn(other, `${world.origin}/projects/demo-app/settings?section=general`)
    await other.getByLabel('Name', { exact: true }).fill('Renamed meanwhile')
    await other.getByLabel('Name', { exact: true }).press('Enter')
    await expect(page.getByRole('button', { name: /^Switch project/ })).toContainText('Renamed meanwhile')
    await page.unroute(commits)
    await choose('Editor')
    await expect(page.getByText('vera@example.com is now an editor')).toBeVisible()

    // Without a network nothing is sent, and nobody waits.
    await context.setOffline(true)
    await choose('Viewer')
    await expect(members.getByRole('alert')).toContainText('Not saved: the server doesn’t answer right now')
    await context.setOffline(false)
    await expect(page.getByRole('button', { name: 'Connection: Live' })).toBeVisible()
    await choose('Viewer')
    await expect(page.getByText('vera@example.com is now a viewer')).toBeVisible()
  })
  await test.step('the link of the mail lets the colleague in', async () => {
    await using elsewhere = await browser.newContext()
    const other = await elsewhere.newPage()
    await other.goto(link)
    await other.getByLabel('Name', { exact: true }).fill('Nina Holm')
    await other.getByLabel('Password', { exact: true }).fill(nina.password)
    await other.getByRole('button', { name: 'Create account and join' }).click()
    await expect(other).toHaveURL(`${world.origin}/projects/demo-app`)
    await expect(page.getByText('Nina Holm')).toBeVisible()
  })
})
