import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { ConsoleAccount } from '../../apps/server/src/testing/console-account.ts'
import { TestServer } from '../../apps/server/src/testing/test-server.ts'
import { expectAccessible, owner } from './console-world.ts'
import { documentRules, RulesScreen } from './rules-screen.ts'
import { test } from './test.ts'

test('under dev the screen says which file wins, shows it as it is saved, and changes nothing', async ({ page }) => {
  const folder = await mkdtemp(join(tmpdir(), 'hearth-rules-screen-'))
  const file = join(folder, 'firestore.rules')
  await writeFile(file, documentRules('    match /orders/{order} { allow get: if true; }'))
  await using server = await TestServer.start({ mode: 'dev', settings: { HEARTH_RULES: folder } })
  const account = await ConsoleAccount.claim(server, owner.email, owner.password)
  await account.createProject('shop-app')
  const screen = await RulesScreen.open(page, server, { project: 'shop-app' })
  await expect(screen.editor).toContainText('allow get: if true')
  await expect(page.getByText('Published rules don’t hold: this server runs for development')).toBeVisible()
  await expect(page.getByText(file, { exact: true })).toBeVisible()
  await expect(page.getByText('In force, not published')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Publish', exact: true })).toHaveCount(0)
  await screen.write('nothing')
  await expect(screen.editor).toContainText('allow get: if true')
  await expectAccessible(page)

  await writeFile(file, documentRules('    match /orders/{order} { allow get: if false; }'))
  await expect(screen.editor).toContainText('allow get: if false')
  await page.getByLabel('Path of the document').fill('orders/one')
  await page.getByRole('button', { name: 'Try', exact: true }).click()
  await expect(page.getByText(/Nothing grants it/)).toBeVisible()

  await page.getByText('Files', { exact: true }).last().click()
  await expect(page.getByText('Nothing is published yet.')).toBeVisible()
  await expect(page.getByText('Published rules don’t hold')).toHaveCount(0)
  await rm(folder, { recursive: true })
})
