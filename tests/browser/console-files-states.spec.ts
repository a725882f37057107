import { expect } from '@playwright/test'
import { deleteObject, ref, uploadBytes, uploadString } from 'firebase/storage'
import { collectComplaints, ConsoleWorld, expectAccessible, expectAccessibleInBothThemes } from './console-world.ts'
import { createProjects } from './create-projects.ts'
import { details, list, openFiles, refusal, row, storeSamples } from './files-screen.ts'
import { goWithin } from './go-within.ts'
import { ProjectOperator } from './project-operator.ts'
import { test } from './test.ts'

test('what the file browser shows is safe, said, and in view, whatever state it is in', async ({ page, context }) => {
  await using world = await ConsoleWorld.withOwner()
  await createProjects(world, 'proxy-app', 'sample-app', 'narrow-app', 'markup-app')
  const complaints = collectComplaints(page)
  let status: 400 | 403 | undefined = 403
  await page.route(/\/(v0|storage\/v1)\/b\/[^/]+\/o\?/, (route) =>
    status === undefined ? route.continue() : route.fulfill(refusal(status)),
  )
  await openFiles(page, world)
  await test.step('what can’t be read says so, and is tried again', async () => {
    await expect(page.getByRole('alert')).toContainText('This is not open to you')
    status = 400
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(page.getByRole('alert')).toContainText('Couldn’t list the files')
    status = undefined
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('No files yet')).toBeVisible()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })

  await test.step('without a server the list waits, and comes by itself', async () => {
    await expect(page.getByText('No files yet')).toBeVisible()
    await context.setOffline(true)
    await expect(page.getByRole('button', { name: /^Connection: Offline/ })).toBeVisible()
    await page.getByRole('button', { name: 'New folder' }).click()
    await page.getByLabel('Folder name').fill('later')
    await page.keyboard.press('Enter')
    await expect(list(page)).toContainText('Waiting for the server')
    await context.setOffline(false)
    await expect(page.getByText('Nothing is in this folder')).toBeVisible({ timeout: 20_000 })
  })

  await test.step('what a proxy says of a file is no word on whether it is there: its row stays, and it is read when tried again', async () => {
    await using operator = await ProjectOperator.enter(world, 'proxy-app')
    await uploadString(ref(operator.services.storage, 'notes.txt'), 'what is in it', 'raw', {
      contentType: 'text/plain',
    })
    await goWithin(page, '/projects/proxy-app/files/')
    const ofFile = /\/v0\/b\/[^/]+\/o\/notes\.txt/
    await page.route(ofFile, (route) =>
      route.fulfill({ status: 404, contentType: 'text/html', body: '<h1>Elsewhere</h1>' }),
    )
    await row(page, 'notes.txt').click()
    const panel = details(page, 'notes.txt')
    await expect(panel.getByRole('alert')).toContainText('Couldn’t read the file')
    await expect(panel.getByRole('alert')).toContainText('answered in its place')
    await expect(row(page, 'notes.txt')).toBeVisible()
    await page.unroute(ofFile)
    await panel.getByRole('button', { name: 'Try again' }).click()
    await expect(panel.locator('pre')).toHaveText('what is in it')

    // The server's own word still counts.
    await deleteObject(ref(operator.services.storage, 'notes.txt'))
    await page.reload()
    await expect(page.getByText('This file isn’t there')).toBeVisible()
    await expect(row(page, 'notes.txt')).toHaveCount(0)
  })

  await test.step('stored markup never runs: not in names, not in content, not in metadata', async () => {
    await using operator = await ProjectOperator.enter(world, 'markup-app')
    const { storage } = operator.services
    const attack = '<img src=x onerror=window.attacked=1>'
    const document = `<script>window.attacked=1</script>${attack}`
    await uploadString(ref(storage, `${attack}/${attack}.html`), document, 'raw', {
      contentType: 'text/html',
      customMetadata: { [attack]: attack },
    })
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="window.attacked=1"><script>window.attacked=1</script></svg>`
    await uploadString(ref(storage, 'drawing.svg'), svg, 'raw', { contentType: 'image/svg+xml' })
    await uploadBytes(ref(storage, 'fake.png'), Buffer.from(svg), { contentType: 'image/png' })
    await goWithin(page, '/projects/markup-app/files/')

    await list(page).getByRole('link', { name: attack }).click()
    await row(page, `${attack}.html`).click()
    await expect(details(page, `${attack}.html`).locator('pre')).toHaveText(document)
    await expect(details(page, `${attack}.html`)).toContainText('text/html')
    await goWithin(page, '/projects/markup-app/files/?file=drawing.svg')
    await expect(details(page, 'drawing.svg').locator('pre')).toHaveText(svg)
    await goWithin(page, '/projects/markup-app/files/?file=fake.png')
    await expect(details(page, 'fake.png')).toContainText('its content isn’t what its type says')
    expect(await page.evaluate(() => 'attacked' in window)).toBe(false)
  })

  await test.step('axe finds nothing in the file browser in both themes', async () => {
    await using operator = await ProjectOperator.enter(world, 'sample-app')
    await storeSamples(operator.services.storage)
    await goWithin(page, '/projects/sample-app/files/')
    await expect(row(page, 'cover.png')).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await row(page, 'cover.png').click()
    await expect(page.getByRole('img', { name: 'Preview of cover.png' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Copy link 1' })).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByRole('button', { name: 'Add a pair' }).click()
    await expectAccessibleInBothThemes(page)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await page.keyboard.press('Escape')

    const opened = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Upload files' }).click()
    await (
      await opened
    ).setFiles(
      ['cover.png', 'page.txt', 'third.txt'].map((name) => ({ name, mimeType: '', buffer: Buffer.from(name) })),
    )
    await expect(page.getByRole('dialog', { name: '2 files are here already' })).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await page.getByRole('button', { name: 'Go on' }).click()
    await expect(page.getByRole('region', { name: 'Uploads' })).toContainText('3 files uploaded')
    await expectAccessibleInBothThemes(page)
  })

  await test.step('nothing is cut off at any width, and on a phone the details take the place of the list', async () => {
    await using operator = await ProjectOperator.enter(world, 'narrow-app')
    const name = `${'a very long name '.repeat(8)}.txt`
    await uploadString(ref(operator.services.storage, name), 'x'.repeat(400))
    await goWithin(page, '/projects/narrow-app/files/')
    for (const width of [1440, 1024, 375, 320]) {
      await test.step(`${width} px`, async () => {
        await page.setViewportSize({ width, height: 700 })
        await goWithin(page, '/projects/narrow-app/files')
        await expect(row(page, name)).toBeVisible()
        if (width === 375) await expectAccessible(page)
        await row(page, name).click()
        await expect(details(page, name).getByRole('button', { name: 'Copy link 1' })).toBeVisible()
        if (width === 375) await expectAccessible(page)
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
        const isPhone = width < 768
        await expect(list(page)).toBeVisible({ visible: !isPhone })
        if (!isPhone) return
        await expect(details(page, name)).toBeFocused()
        await details(page, name).getByRole('button', { name: 'Close details' }).click()
        await expect(row(page, name)).toBeFocused()
      })
    }
  })
  expect(complaints).toEqual([])
})
