import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import type { MailReceiver } from '../../apps/server/src/testing/mail-receiver.ts'
import { HostedServer } from '../../apps/server/src/testing/hosted-server.ts'
import { SpawnedServer } from '../../apps/server/src/testing/spawned-server.ts'
import { findViolations } from './find-violations.ts'

export const owner = { name: 'Olga Berg', email: 'olga@example.com', password: 'correct horse' }

interface RunningServer extends AsyncDisposable {
  readonly origin: string
  readonly dataFolder: string
}

type Settings = Readonly<Record<`HEARTH_${string}`, string>>

/** A server of its own as `hearth start` runs it, with the built console on it. Without more words it has no owner yet. */
export class ConsoleWorld<Server extends RunningServer = RunningServer> implements AsyncDisposable {
  readonly server: Server

  private constructor(server: Server) {
    this.server = server
  }

  static async start(settings: Settings = {}): Promise<ConsoleWorld> {
    return new ConsoleWorld(
      await HostedServer.start({ mode: 'start', settings: { HEARTH_SIGN_UP: 'anyone', ...settings } }),
    )
  }

  /** One whose owner is there already. */
  static async withOwner(settings: Settings = {}): Promise<ConsoleWorld> {
    const world = await ConsoleWorld.start(settings)
    await world.setUp()
    return world
  }

  /** The same in a process of its own, for a test that ends it. */
  static async withProcess(): Promise<ConsoleWorld<SpawnedServer>> {
    const world = new ConsoleWorld(await SpawnedServer.start({ mode: 'start', settings: { HEARTH_SIGN_UP: 'anyone' } }))
    await world.setUp()
    return world
  }

  /** One with an owner that sends its mails to the receiver. */
  static async withMail(receiver: MailReceiver, settings: Settings = {}): Promise<ConsoleWorld> {
    const port = await findFreePort()
    return await ConsoleWorld.withOwner({
      HEARTH_PORT: String(port),
      HEARTH_PUBLIC_URL: `http://127.0.0.1:${port}`,
      HEARTH_SMTP_URL: `smtp://127.0.0.1:${receiver.port}`,
      HEARTH_MAIL_FROM: 'Hearth <hearth@example.com>',
      ...settings,
    })
  }

  get origin(): string {
    return this.server.origin
  }

  /** Makes the owner. */
  async setUp(): Promise<void> {
    const { name: displayName, email, password } = owner
    const response = await fetch(`${this.origin}/hearth/v1/setup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code: await this.getSetupCode(), displayName, email, password }),
    })
    if (!response.ok) throw new Error(`The set-up was refused: ${await response.text()}`)
  }

  async getSetupCode(): Promise<string> {
    return (await readFile(join(this.server.dataFolder, 'setup-code'), 'utf8')).trim()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.server[Symbol.asyncDispose]()
  }
}

/** Links in mails name the port before the server has one. */
async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** Fills in the sign-in form, wherever the page was sent to. */
export async function signIn(
  page: Page,
  { email, password }: { email: string; password: string } = owner,
): Promise<void> {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/sign-in/)
}

/** What of axe looks at colours; all else of a page is the same in both themes. */
const rulesOfColours = ['color-contrast', 'link-in-text-block']
const tagsOfAxe = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * Holds the page against axe in the theme it has; what it finds fails the test. `hasSandbox`: a frame of the page runs no script, axe's neither,
 * and is left out. `coloursAlone`: the rest was looked at just before, in the other theme. `within`: a selector of what lies above the page,
 * which was looked at before.
 */
export async function expectAccessible(
  page: Page,
  {
    hasSandbox = false,
    coloursAlone = false,
    within,
  }: { hasSandbox?: boolean; coloursAlone?: boolean; within?: string | undefined } = {},
): Promise<void> {
  const violations = await findViolations(page, {
    include: within,
    // What the component library says aloud for some seconds names elements that may be gone by then.
    exclude: ['[data-live-announcer]'],
    hasSandbox,
    options: {
      runOnly: coloursAlone ? { type: 'rule', values: rulesOfColours } : { type: 'tag', values: tagsOfAxe },
    },
  })
  expect(violations).toEqual([])
}

/** The same in both themes, one after the other, where the page stands. */
export async function expectAccessibleInBothThemes(page: Page, { within }: { within?: string } = {}): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    // Colours on their way from one theme to the other are neither's.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expectAccessible(page, { coloursAlone: colorScheme === 'light', within })
  }
}

/** Everything the page complained about, told at the end of a test. */
export function collectComplaints(page: Page): string[] {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (
      message.type() === 'error' &&
      /Content Security Policy|Minified React/.test(message.text()) &&
      !message.text().includes('cleardot')
    )
      complaints.push(message.text())
  })
  return complaints
}
