import { expect, type Page } from '@playwright/test'
import { areasOfProject } from './areas-of-project.ts'
import { collectComplaints, ConsoleWorld, expectAccessible } from './console-world.ts'
import { openSignedIn } from './open-signed-in.ts'
import { takesPictures } from './takes-pictures.ts'
import { test } from './test.ts'

/** Screens of whoever is signed in, by the heading that says they are there; one browser goes through those of a group. */
const screens = {
  'around the projects and of what a project has': {
    '/projects': /^Projects$/,
    '/account': /^Account$/,
    '/server': /^Server$/,
    '/projects/demo-app': /./,
    '/projects/demo-app/users': /^Users$/,
    '/projects/demo-app/data': /./,
    '/projects/demo-app/files': /./,
  },
  'of what happens in a project and of its settings': {
    '/projects/demo-app/rules': /^Rules$/,
    '/projects/demo-app/requests': /^Requests$/,
    '/projects/demo-app/logs': /^Logs$/,
    '/projects/demo-app/analytics': /^Analytics$/,
    '/projects/demo-app/installations': /^Devices$/,
    '/projects/demo-app/jobs': /^Jobs$/,
    '/projects/demo-app/settings': /^Settings$/,
    '/projects/demo-app/settings?section=members': /^Settings$/,
    '/projects/demo-app/settings?section=apps': /^Settings$/,
    '/projects/demo-app/settings?section=indexes': /^Settings$/,
    '/projects/demo-app/settings?section=backups': /^Settings$/,
    '/projects/demo-app/settings?section=audit': /^Settings$/,
    '/projects/demo-app/settings?section=mails': /^Settings$/,
  },
} satisfies Readonly<Record<string, Readonly<Record<string, RegExp>>>>
/** What some of them say once they have what they show. */
const contents: Readonly<Record<string, string>> = {
  '/projects': 'Demo app',
  '/projects/demo-app': 'Last activity',
  '/projects/demo-app/users': 'No users yet',
  '/projects/demo-app/rules': 'Nothing is published yet',
  '/projects/demo-app/requests': 'No requests yet',
  '/projects/demo-app/settings?section=apps': 'No service keys yet',
}
const desk = { width: 1280, height: 900 }
const phone = 390
const widths = [desk.width, 768, phone]
/** What 400 % zoom leaves of 1280. */
const narrowest = 320

/** axe in both themes, nothing beside a narrow page, and pictures where they are wanted. */
async function expectGoodLooks(page: Page, name: string, take: (file: string) => string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    for (const width of takesPictures ? widths : [phone]) {
      await page.setViewportSize({ width, height: 900 })
      if (takesPictures) await page.screenshot({ path: take(`${name}-${colorScheme}-${width}.png`) })
    }
    await expectAccessible(page, { coloursAlone: colorScheme === 'dark' })
  }
  await page.setViewportSize({ width: narrowest, height: 700 })
  const beside = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(beside, `${name} is wider than ${narrowest} px`).toBeLessThanOrEqual(0)
  await page.setViewportSize(desk)
}

/** The bars stay where they are: only what they surround scrolls. */
async function expectFrameToHold(page: Page): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 600 })
    const below = () => page.evaluate(() => document.documentElement.scrollHeight - innerHeight)
    await expect.poll(below, { message: `the page itself scrolls at ${width} px` }).toBe(0)
  }
}

/** On the narrowest screen a table has all that it says and offers within it, as cards or with fewer columns. */
async function expectTablesToFit(page: Page): Promise<void> {
  await page.setViewportSize({ width: narrowest, height: 800 })
  const cut = () =>
    page
      .getByRole('region')
      .filter({ has: page.getByRole('table') })
      .evaluateAll((regions) =>
        regions.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.getAttribute('aria-label')),
      )
  await expect.poll(cut).toEqual([])
}

async function settle(page: Page, heading: RegExp): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
  // Nothing is in the place of what is still on its way: neither its shape nor, before that, nothing.
  await expect(page.locator('.animate-skeleton, div.w-full[role=status]:empty')).toHaveCount(0)
  // What is measured has the fonts it is to have.
  await page.evaluate(async () => void (await document.fonts.ready))
}

function nameOf(path: string): string {
  return path.replaceAll(/[^a-z]+/g, '-').replace(/^-/, '')
}

for (const [group, paths] of Object.entries(screens)) {
  test(`screens ${group} look as they should in both themes, from 320 px up, and nothing moves for whoever asked for that`, async ({
    page,
  }, testInfo) => {
    await using world = await ConsoleWorld.withOwner()
    const complaints = collectComplaints(page)
    await openSignedIn(page, `${world.origin}/projects`)
    for (const [path, heading] of Object.entries(paths)) {
      await test.step(path, async () => {
        await page.setViewportSize(desk)
        await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
        await page.goto(world.origin + path)
        await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
        // Also of what stands in the place of what is still on its way.
        expect(await page.evaluate(listMoving)).toEqual([])
        await expect(page.getByRole('button', { name: /^Account of/ })).toBeVisible()
        await settle(page, heading)
        const content = contents[path]
        if (content !== undefined) await expect(page.getByText(content).first()).toBeVisible()
        expect(await page.evaluate(listMoving)).toEqual([])
        await expectGoodLooks(page, nameOf(path), (file) => testInfo.outputPath(file))
        await expectFrameToHold(page)
        await expectTablesToFit(page)
      })
    }
    await page.setViewportSize(desk)
    const looked = new Set(Object.values(screens).flatMap((group) => Object.keys(group)))
    await page.goto(`${world.origin}/projects/demo-app`)
    expect((await areasOfProject(page)).filter((path) => !looked.has(path.replace(/\/$/, '')))).toEqual([])
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible()
    expect(await page.evaluate(listMoving)).toEqual([])
    expect(complaints).toEqual([])
  })
}

test('/welcome and screens of visitors look as they should in both themes, from 320 px up', async ({
  page,
}, testInfo) => {
  await using world = await ConsoleWorld.start()
  const complaints = collectComplaints(page)
  const expectAt = async (path: string, heading: RegExp) => {
    await test.step(path, async () => {
      await page.goto(world.origin + path)
      await settle(page, heading)
      await expectGoodLooks(page, nameOf(path), (file) => testInfo.outputPath(file))
    })
  }
  await expectAt('/welcome', /Welcome/)
  await world.setUp()
  for (const path of ['/sign-in', '/sign-up', '/reset-password', '/invitation', '/projects/demo-app/nowhere']) {
    await expectAt(path, /./)
  }
  expect(complaints).toEqual([])
})

/** In the page: what would move for longer than anybody sees, in milliseconds. */
function listMoving(): readonly string[] {
  const longest = (times: string): number =>
    Math.max(...times.split(',').map((time) => Number.parseFloat(time) * (time.trim().endsWith('ms') ? 1 : 1000)))
  return [...document.querySelectorAll('*')].flatMap((element) =>
    ['', '::before', '::after'].flatMap((part) => {
      const { transitionDuration, animationDuration } = getComputedStyle(element, part === '' ? null : part)
      const time = Math.max(longest(transitionDuration), longest(animationDuration))
      return time > 1 ? [`${element.outerHTML.slice(0, 80)}${part} ${time}`] : []
    }),
  )
}
