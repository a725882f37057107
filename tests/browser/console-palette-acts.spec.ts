import { expect, type Page } from '@playwright/test'
import { ConsoleAccount } from '../../apps/server/src/testing/console-account.ts'
import { ConsoleWorld, owner } from './console-world.ts'
import { openSignedIn } from './open-signed-in.ts'
import { ProjectOperator } from './project-operator.ts'
import { test } from './test.ts'

const acts =
  /^(Add a (user|collection|document to .*)|Import documents.*|Upload files.*|Publish rules|Invite a member|Make a backup)$/

async function search(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search, or go to a path' }).fill(text)
}

/** Finds an act by the keyboard and begins it. */
async function begin(page: Page, text: string, title: string): Promise<void> {
  await search(page, text)
  await expect(page.getByRole('option', { name: title, exact: true })).toBeVisible()
  await expect(page.getByRole('option', { selected: true })).toHaveText(title)
  await page.keyboard.press('Enter')
}

async function openProject(
  page: Page,
  world: ConsoleWorld,
  person: { readonly email: string; readonly password: string } = owner,
): Promise<void> {
  await openSignedIn(page, `${world.origin}/projects/demo-app`, person)
  await expect(page.getByRole('navigation', { name: 'Areas of demo-app' })).toBeVisible()
}

test('what an owner begins by the palette opens where it belongs, and nothing happens by an address alone', async ({
  page,
}) => {
  await using world = await ConsoleWorld.withOwner()
  const elsewhere = await ConsoleAccount.signIn(world, owner.email, owner.password)
  await openProject(page, world)
  await test.step('an owner is offered all of it', async () => {
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('option', { name: acts })).toHaveText([
      'Add a collection',
      'Import documents',
      'Add a user',
      'Upload files',
      'Publish rules',
      'Invite a member',
      'Make a backup',
    ])
    await page.keyboard.press('Escape')
  })
  await test.step('what is begun opens on its screen, and an address that asks for it is used once', async () => {
    await begin(page, 'add a user', 'Add a user')
    await expect(page.getByRole('dialog', { name: 'Add a user' }).getByLabel('E-mail', { exact: true })).toBeVisible()
    await expect(page).toHaveURL(/\/projects\/demo-app\/users$/)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)

    await begin(page, 'invite', 'Invite a member')
    await expect(page.getByRole('dialog', { name: /Invite/ })).toBeVisible()
    await expect(page).toHaveURL(/settings\?section=members$/)
    await page.keyboard.press('Escape')

    await begin(page, 'make a backup', 'Make a backup')
    await expect(page.getByRole('button', { name: 'Back up now' })).toBeFocused()
    await expect(page).toHaveURL(/settings\?section=backups$/)
    await expect(page.getByText('No backups yet')).toBeVisible()

    await begin(page, 'import', 'Import documents')
    await expect(page.getByRole('dialog', { name: /Import/ })).toBeVisible()
    await expect(page).toHaveURL(/\/projects\/demo-app\/data$/)
    await page.keyboard.press('Escape')

    for (const [text, first] of [
      ['backup', 'Settings: Backups'],
      ['undo', 'Deleted documents'],
      ['german', 'Language: Deutsch'],
    ] as const) {
      await search(page, text)
      await expect(page.getByRole('option', { selected: true })).toHaveText(first)
      if (text === 'backup') await expect(page.getByRole('option').nth(1)).toHaveText('Make a backup')
      await page.keyboard.press('Escape')
    }

    await begin(page, 'new project', 'Create a project')
    await expect(page.getByRole('dialog', { name: /project/ })).toBeVisible()
    await expect(page).toHaveURL(`${world.origin}/projects`)
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
  await test.step('documents and files are added where one stands', async () => {
    await page.goto(`${world.origin}/projects/demo-app/data/orders?view=table`)
    await expect(page.getByRole('heading', { level: 1, name: 'orders' })).toBeVisible()
    await begin(page, 'add a doc', 'Add a document to orders')
    await expect(page.getByRole('dialog', { name: /document/ })).toBeVisible()
    await expect(page).toHaveURL(/\/data\/orders\?view=table$/)
    await page.keyboard.press('Escape')

    await begin(page, 'deleted', 'Deleted documents of orders')
    await expect(page.getByRole('heading', { level: 1, name: 'Deleted documents' })).toBeVisible()
    await expect(page).toHaveURL(/\/data\/orders\?view=deleted$/)
    await begin(page, 'add a doc', 'Add a document to orders')
    await expect(page.getByRole('dialog', { name: /document/ })).toBeVisible()
    await page.keyboard.press('Escape')

    await page.goto(`${world.origin}/projects/demo-app/files/photos`)
    await expect(page.getByRole('button', { name: 'Upload files' })).toBeVisible()
    const chooser = page.waitForEvent('filechooser')
    await begin(page, 'upload', 'Upload files to photos')
    await (await chooser).setFiles([{ name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') }])
    await expect(page.getByRole('row', { name: /note\.txt/ })).toBeVisible()
    await expect(page).toHaveURL(/\/files\/photos$/)
  })
  await test.step('rules are published where they were changed', async () => {
    await page.getByRole('link', { name: 'Rules', exact: true }).click()
    const editor = page.getByRole('textbox', { name: /firestore\.rules/ })
    await expect(editor).toBeVisible()
    await begin(page, 'publish', 'Publish rules')
    await expect(page.getByText(/^Nothing to publish/)).toBeVisible()
    await editor.click()
    await page.keyboard.press('Control+Home')
    await page.keyboard.type('// ours\n')
    await begin(page, 'publish', 'Publish rules')
    await expect(page.getByRole('dialog', { name: /^Publish/ })).toBeVisible()
  })
  await test.step('an act of an address opens a dialog and does nothing by itself; signing out everywhere is asked about', async () => {
    page.on('dialog', (dialog) => void dialog.accept())
    await page.goto(`${world.origin}/projects/demo-app/settings?section=backups&do=back-up`)
    await expect(page.getByRole('button', { name: 'Back up now' })).toBeFocused()
    await expect(page.getByText('No backups yet')).toBeVisible()

    await begin(page, 'sign out every', 'Sign out everywhere')
    const dialog = page.getByRole('alertdialog', { name: 'Sign out everywhere?' })
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Escape')
    expect((await elsewhere.call('GET', '/projects')).status).toBe(200)
    await page.getByRole('button', { name: 'Sign out everywhere', exact: true }).click()
    await dialog.getByRole('button', { name: 'Sign out everywhere' }).click()
    await expect(page).toHaveURL(/\/sign-in/)
    expect((await elsewhere.call('GET', '/projects')).status).toBe(401)
  })
})

test('other roles are offered what they may do', async ({ browser }) => {
  await using world = await ConsoleWorld.withOwner()
  for (const [email, role, offered] of [
    ['eddy@example.com', 'editor', ['Add a collection', 'Import documents', 'Add a user', 'Upload files']],
    ['vivi@example.com', 'viewer', []],
  ] as const) {
    const person = { email, password: 'a horse of mine', role }
    await ProjectOperator.addMember(world, person)
    await using context = await browser.newContext()
    const theirs = await context.newPage()
    await openProject(theirs, world, person)
    await theirs.keyboard.press('Control+k')
    await expect(theirs.getByRole('option', { name: 'Sign out', exact: true })).toBeVisible()
    await expect(theirs.getByRole('option', { name: acts })).toHaveText([...offered])
    await expect(theirs.getByRole('option', { name: 'Create a project' })).toHaveCount(0)
    // An address gives nobody more than that.
    await theirs.goto(`${world.origin}/projects/demo-app/settings?section=members&do=invite`)
    await expect(theirs.getByRole('heading', { name: 'Invitations', exact: true })).toBeVisible()
    await expect(theirs.getByRole('dialog')).toHaveCount(0)
  }
})
