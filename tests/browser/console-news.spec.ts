import { expect } from '@playwright/test'
import { doc, writeBatch } from 'firebase/firestore'
import { ConsoleAccount } from '../../apps/server/src/testing/console-account.ts'
import { ConsoleWorld, expectAccessible, owner } from './console-world.ts'
import { openSignedIn } from './open-signed-in.ts'
import { ProjectOperator } from './project-operator.ts'
import { test } from './test.ts'

const nina = { email: 'nina@example.com', password: 'correct horse', role: 'editor' } as const

test('who belongs to a project is told what others do in it', async ({ browser, page: ownPage }) => {
  await using world = await ConsoleWorld.withOwner()
  await ProjectOperator.addMember(world, nina)
  const account = await ConsoleAccount.signIn(world, owner.email, owner.password)
  const colleague = await ConsoleAccount.signIn(world, nina.email, nina.password)
  const team = '/v1/projects/console/databases/(default)/documents/projects/demo-app'
  const ask = async (method: string, path: string, body: unknown, token = account.idToken): Promise<unknown> => {
    const answer = await fetch(world.origin + path, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return await answer.json()
  }
  const setRole = async (role: string): Promise<void> => {
    await ask('PATCH', `${team}?updateMask.fieldPaths=roles.\`${colleague.uid}\``, {
      fields: { roles: { mapValue: { fields: { [colleague.uid]: { stringValue: role } } } } },
    })
  }
  const setNote = async (text: string, by = account): Promise<void> => {
    const path = '/v1/projects/demo-app/databases/(default)/documents/notes/one'
    await ask('PATCH', path, { fields: { text: { stringValue: text } } }, await by.operatorToken('demo-app'))
  }
  const ownOthers = ownPage.getByRole('dialog', { name: 'What others did' })

  await test.step('however much one changes oneself, what others did before stays to be seen', async () => {
    await setNote('by Nina', colleague)
    await using own = await ProjectOperator.enter(world)
    const batch = writeBatch(own.services.firestore)
    for (let at = 0; at < 120; at++) batch.set(doc(own.services.firestore, 'orders', `order-${at}`), { total: at })
    await batch.commit()
    await openSignedIn(ownPage, `${world.origin}/projects/demo-app`)
    await ownPage.getByRole('button', { name: /^What others did lately/ }).click()
    await expect(ownOthers.getByText('notes/one')).toBeVisible()
    await expect(ownOthers.getByText(nina.email).first()).toBeVisible()
    await expect(ownOthers.getByText('orders/', { exact: false })).toHaveCount(0)
    await ownPage.keyboard.press('Escape')

    // What was done with many is one row of the card, and leaves room for what came before.
    await expect(ownPage.getByText('Made 120 documents in orders')).toBeVisible()
    await expect(ownPage.getByText(/the document notes\/one$/)).toBeVisible()
    await expect(ownPage.getByText('Made the document orders/order-7', { exact: true })).toBeHidden()
    await ownPage.getByText('Each of them').first().click()
    await expect(ownPage.getByText('Made the document orders/order-7', { exact: true })).toBeVisible()
    await expectAccessible(ownPage)
  })

  await test.step('a member is told of a new role, which counts at once, of published rules, and of being removed', async () => {
    const context = await browser.newContext()
    const page = await context.newPage()
    await openSignedIn(page, `${world.origin}/projects/demo-app/settings?section=members`, nina)
    await expect(page.getByText('Owners of the project invite, change roles and remove members.').first()).toBeVisible()

    await setNote('written by an owner')
    await page.goto(`${world.origin}/projects/demo-app/data/notes/one`)
    await expect(page.getByRole('treegrid', { name: 'Fields' }).getByText('written by an owner')).toBeVisible()
    await setRole('viewer')
    await expect(page.getByText('Your role here is now Viewer')).toBeVisible()
    await setNote('read by a viewer')
    await expect(page.getByRole('treegrid', { name: 'Fields' }).getByText('read by a viewer')).toBeVisible()

    // A page that is loaded anew would take the role that comes meanwhile for the one it began with.
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search, or go to a path' }).fill('members')
    await page.getByRole('option', { name: 'Settings: Members' }).click()
    await setRole('owner')
    await expect(page.getByText('Your role here is now Owner')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Invite', exact: true })).toBeVisible()

    const token = await account.operatorToken('demo-app')
    const source = { files: [{ name: 'firestore.rules', content: "rules_version = '2';\nservice cloud.firestore {}" }] }
    const made = await ask('POST', '/v1/projects/demo-app/rulesets', { source }, token)
    const { name } = made as { name: string }
    const release = { name: 'projects/demo-app/releases/cloud.firestore', rulesetName: name }
    await ask('POST', '/v1/projects/demo-app/releases', release, token)
    await expect(page.getByText('Somebody else published rules.')).toBeVisible()
    await page.getByRole('button', { name: /^What others did lately: \d+ new$/ }).click()
    const others = page.getByRole('dialog', { name: 'What others did' })
    await expect(others.getByText('Published rules')).toBeVisible()
    await expect(others.getByText('Changed the role of nina@example.com from Viewer to Owner')).toBeVisible()
    await expect(others.getByText('Olga Berg').first()).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')

    await ask('PATCH', `${team}?updateMask.fieldPaths=memberIds&updateMask.fieldPaths=roles.\`${colleague.uid}\``, {
      fields: { memberIds: { arrayValue: { values: [{ stringValue: account.uid }] } } },
    })
    await expect(page).toHaveURL(`${world.origin}/projects`)
    await expect(page.getByText('You don’t belong to demo-app any more')).toBeVisible()
    await context.close()
  })

  await test.step('who left the team is none of those who can be asked for by name', async () => {
    await ownPage.reload()
    await ownPage.getByRole('button', { name: /^What others did lately/ }).click()
    await expect(ownOthers.getByText('notes/one')).toBeVisible()
    await expect(ownOthers.getByText('Your own changes may hide', { exact: false })).toHaveCount(0)
  })
})

test('an upgrade of the server is told, and so is what the keyboard does', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()

  await test.step('an upgrade of the server is told, and the page stays until its reader loads it again', async () => {
    let isUpgraded = false
    await page.route('**/hearth/v1/console', async (route) => {
      const response = await route.fetch()
      const settings = (await response.json()) as object
      await route.fulfill({ response, json: isUpgraded ? { ...settings, version: '99.0.0' } : settings })
    })
    await openSignedIn(page, `${world.origin}/projects`)
    await expect(page.getByRole('heading', { name: 'Projects' })).toBeVisible()
    isUpgraded = true
    await page.context().setOffline(true)
    await expect(page.getByRole('button', { name: /Connection: Offline/ })).toBeVisible()
    await page.context().setOffline(false)
    await expect(page.getByText(/The server was upgraded meanwhile/)).toBeVisible()
    await expectAccessible(page)
    isUpgraded = false
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(page.getByRole('heading', { name: 'Projects' })).toBeVisible()
    await expect(page.getByText(/The server was upgraded meanwhile/)).toHaveCount(0)
  })

  await test.step('Ctrl-/ and ? show what the keyboard does, and Escape leaves it', async () => {
    await expect(page.getByRole('heading', { name: 'Projects' })).toBeVisible()
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+/')
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
})
