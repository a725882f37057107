import { expect, type Page } from '@playwright/test'
import { doc, setDoc } from 'firebase/firestore'
import { ref, uploadString } from 'firebase/storage'
import { ConsoleAccount } from '../../apps/server/src/testing/console-account.ts'
import { areasOfProject } from './areas-of-project.ts'
import { AnalyticsApp } from './analytics-app.ts'
import { ConsoleAdministrator } from './console-administrator.ts'
import { collectComplaints, ConsoleWorld, owner, signIn } from './console-world.ts'
import { openSignedIn } from './open-signed-in.ts'
import { ProjectOperator } from './project-operator.ts'
import { goWithin } from './go-within.ts'
import { test } from './test.ts'

/** Every way in which stored markup has become script somewhere. */
const payloads = [
  '<img src=x onerror="globalThis.pwned=1">',
  '<script>globalThis.pwned=1</script>',
  '"><svg onload=globalThis.pwned=1>',
  'javascript:globalThis.pwned=1',
  '{{constructor.constructor("globalThis.pwned=1")()}}',
]
const [first = ''] = payloads
const markup = payloads.join('')

async function isClean(page: Page): Promise<boolean> {
  return await page.evaluate(() => !('pwned' in globalThis))
}

/** Whatever takes a text: documents, files, claims, events, devices, names of apps and keys. Answers the uid of the user with the claims. */
async function putEverywhere(world: ConsoleWorld, project: string): Promise<string> {
  await using operator = await ProjectOperator.enter(world, project)
  const { firestore, storage } = operator.services
  await setDoc(doc(firestore, 'markup', 'one'), {
    [markup]: markup,
    text: markup,
    list: payloads,
    map: { [markup]: { deep: markup } },
    link: 'javascript:globalThis.pwned=1',
  })
  await uploadString(ref(storage, `markup/${first}.html`), markup, 'raw', { contentType: 'text/html' })
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg">${markup}</svg>`
  await uploadString(ref(storage, 'markup/picture.svg'), drawing, 'raw', {
    contentType: 'image/svg+xml',
    customMetadata: { note: markup },
  })

  const administrator = await ConsoleAdministrator.enter(world, project)
  const claimed = { localId: 'claimed', email: 'claimed@example.com', displayName: payloads[1] }
  await administrator.call('POST', 'v1', 'accounts', claimed)
  const customAttributes = JSON.stringify({ [first]: markup })
  await administrator.call('POST', 'v1', 'accounts:update', { localId: claimed.localId, customAttributes })

  const app = await AnalyticsApp.of(world, project)
  const params = { page_title: first, page_location: 'javascript:globalThis.pwned=1', note: markup.slice(0, 100) }
  await app.report(first, [{ name: 'page_view', params }], { userProperties: { plan: first } })

  const account = await ConsoleAccount.signIn(world, owner.email, owner.password)
  const { app: registered } = await account.enter(project)
  await fetch(`${world.origin}/v1/projects/${project}/installations`, {
    method: 'POST',
    headers: { 'x-goog-api-key': registered.apiKey, 'user-agent': markup },
    body: JSON.stringify({ fid: '', appId: registered.appId, sdkVersion: first }),
  })
  const named: readonly [path: string, body: object][] = [
    ['apps', { name: first }],
    ['api-keys', { name: first }],
    ['service-keys', { name: first }],
  ]
  for (const [path, body] of named) {
    const made = await account.call('POST', `/projects/${project}/${path}`, body)
    expect(made.status, path).toBe(201)
  }
  return claimed.localId
}

test('markup in fields, names, claims, events and devices is shown as text on every screen', async ({ page }) => {
  test.setTimeout(180_000)
  await using world = await ConsoleWorld.withOwner()
  await test.step('what is inserted by a script on the page does not run, whatever the page does wrong', async () => {
    await page.goto(`${world.origin}/sign-in`)
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    const refusals = await page.evaluate(async () => {
      const refused: string[] = []
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => refused.push(effectiveDirective))
      const attempts: (() => void)[] = [
        () => {
          document.createElement('div').innerHTML = '<img src=x onerror="globalThis.pwned=1">'
        },
        () => {
          const script = document.createElement('script')
          script.textContent = 'globalThis.pwned=1'
          document.head.append(script)
        },
        () => {
          const style = document.createElement('style')
          style.textContent = 'body { display: none }'
          document.head.append(style)
        },
        () => {
          document.body.setAttribute('onclick', 'globalThis.pwned=1')
          document.body.click()
        },
      ]
      for (const attempt of attempts) {
        try {
          attempt()
        } catch (error) {
          if (error instanceof TypeError) refused.push('thrown')
        }
      }
      await new Promise((resolve) => setTimeout(resolve, 100))
      return refused
    })
    expect(refusals).toEqual(expect.arrayContaining(['thrown', 'require-trusted-types-for', 'style-src-elem']))
    expect(await isClean(page)).toBe(true)
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  })
  const complaints = collectComplaints(page)
  const project = `${world.origin}/projects/markup-app`
  await signIn(page)
  await test.step('the name of a project', async () => {
    await expect(page).toHaveURL(`${world.origin}/projects/demo-app`)
    await goWithin(page, '/projects')
    await page.getByRole('button', { name: 'Create project' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create a project' })
    await dialog.getByLabel('Name').fill(first)
    await dialog.getByLabel('Project id').fill('markup-app')
    await dialog.getByRole('button', { name: 'Create project' }).click()
    await expect(page).toHaveURL(project)
  })
  const uid = await putEverywhere(world, 'markup-app')
  const listed = encodeURIComponent(`markup/${first}.html`)
  /** By their addresses, with a text that each shows at once, and the tabs that lead on from there. */
  const screens: readonly { path: string; shown?: string | undefined; tabs?: readonly string[] }[] = [
    { path: '/data/markup/one', shown: first },
    { path: '', shown: first },
    { path: '/data/markup/one?tab=json' },
    { path: '/data/markup/one?tab=history' },
    { path: '/data/markup?view=table' },
    { path: '/files/markup' },
    { path: `/files/markup?file=${listed}` },
    { path: '/files/markup?file=markup%2Fpicture.svg' },
    { path: '/users', shown: payloads[1] },
    { path: `/users/${uid}`, shown: payloads[1] },
    { path: '/analytics?report=events&event=page_view&param=note' },
    { path: '/analytics', tabs: ['Real time', 'Screens', 'Audience', 'Log'] },
    { path: '/analytics?report=screens', shown: first },
    { path: '/settings', tabs: ['Members', 'Indexes', 'Audit log'] },
    { path: '/settings?section=apps', shown: first },
  ]
  const expectClean = async (where: string) => {
    await expect(page.getByRole('button', { name: /^Account of/ })).toBeVisible()
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    expect(await isClean(page), where).toBe(true)
  }
  for (const { path, shown, tabs } of screens) {
    await test.step(path, async () => {
      await page.goto(project + path)
      if (shown !== undefined) {
        await expect(page.getByText(shown).filter({ visible: true }).first()).toBeVisible()
      }
      await expectClean(path)
      for (const name of tabs ?? []) {
        await page.getByRole('tab', { name, exact: true }).click()
        await expect(page.getByRole('tab', { name, exact: true })).toHaveAttribute('aria-selected', 'true')
        await expectClean(name)
      }
    })
  }
  const visited = new Set(screens.map(({ path }) => `/projects/markup-app${path}`))
  for (const path of await areasOfProject(page)) {
    if (visited.has(path)) continue
    await test.step(path, async () => {
      await page.goto(world.origin + path)
      await expectClean(path)
    })
  }
  await page.goto(`${world.origin}/projects`)
  await expect(page.getByRole('link', { name: first })).toBeVisible()
  await expectClean('/projects')
  expect(complaints).toEqual([])
})

test('editors ask for no style of their own, and a name that turns the direction turns nothing around', async ({
  page,
}) => {
  await using world = await ConsoleWorld.withOwner()
  const complaints = collectComplaints(page)
  await test.step('what is typed into the editors of rules and of JSON, over what was selected too, asks for no style of its own', async () => {
    await openSignedIn(page, `${world.origin}/projects/demo-app/rules`)
    await expect(page.getByRole('button', { name: /^Account of/ })).toBeVisible()
    page.on('dialog', (dialog) => void dialog.accept())
    for (const [path, name] of [
      ['/rules', /^Source of/],
      ['/data/orders/order-1001?tab=json', /JSON/],
    ] as const) {
      await page.goto(`${world.origin}/projects/demo-app${path}`)
      const editor = page.getByRole('textbox', { name })
      await editor.click()
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.insertText('{\n  "a": 1,\n  "b": "c"\n}')
      await expect(editor).toContainText('"b": "c"')
      for (const key of ['ArrowUp', 'ArrowUp', 'x']) await page.keyboard.press(key === 'x' ? key : `Shift+${key}`)
      await expect(editor).not.toContainText('"b"')
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type('["d')
      await expect(editor).toHaveText(path === '/rules' ? '["d"]' : '["d')
    }
  })
  await test.step('a name that turns the direction of what follows turns no sentence, list or path around', async () => {
    await using operator = await ProjectOperator.enter(world)
    const { firestore } = operator.services
    // Where it is not written out it looks like `aexe.pdf`.
    const turned = 'a\u202Efdp.exe'
    const shown = String.raw`a\u202Efdp.exe`
    for (const id of [turned, 'b', 'c']) await setDoc(doc(firestore, 'turned', id), { a: 1 })
    await page.goto(`${world.origin}/projects/demo-app/data/turned`)
    const grid = page.getByRole('grid', { name: 'Documents' })
    await grid.getByRole('link').first().focus()
    await page.keyboard.press(' ')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Shift+ ')
    await page.getByRole('button', { name: 'Delete 2 documents' }).click()
    const question = page.getByRole('alertdialog')
    await expect(question.getByRole('list')).toContainText(`turned/${shown}`)
    await question.getByRole('button', { name: 'Cancel' }).click()
    await page.goto(`${world.origin}/projects/demo-app/data/turned/${encodeURIComponent(turned)}`)
    await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toContainText(shown)
    await page.goto(`${world.origin}/projects/demo-app/data/turned`)
    await grid.getByRole('link').first().focus()
    await page.keyboard.press('Delete')
    await expect(page.getByRole('listitem').filter({ hasText: 'Deleted' })).toContainText(`Deleted turned/${shown}`)
    const spoken = await page.evaluate(() => document.body.innerText)
    expect(spoken.includes('Deleted turned/a\u202E')).toBe(false)
  })
  expect(complaints).toEqual([])
})
