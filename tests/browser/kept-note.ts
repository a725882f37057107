import { expect, type Page } from '@playwright/test'
import { deleteDoc, doc, getDoc, setDoc } from 'firebase/firestore'
import { type ConsoleWorld, owner, signIn } from './console-world.ts'
import { DataBrowser } from './data-browser.ts'
import { ProjectOperator } from './project-operator.ts'

/** The note’s text, as the tree of fields shows it. */
export function textOf(page: Page) {
  return new DataBrowser(page).value('text')
}

/** Notes beside the page, which the owner of the server writes, reads and deletes in one session of the SDK. */
export class Notes implements AsyncDisposable {
  readonly #operator: ProjectOperator

  private constructor(operator: ProjectOperator) {
    this.#operator = operator
  }

  static async enter(world: ConsoleWorld): Promise<Notes> {
    return new Notes(await ProjectOperator.enter(world))
  }

  async write(id: string, fields: Record<string, unknown>): Promise<void> {
    await setDoc(this.#at(id), fields)
  }

  async read(id: string): Promise<unknown> {
    return (await getDoc(this.#at(id))).data()
  }

  async delete(id: string): Promise<void> {
    await deleteDoc(this.#at(id))
  }

  #at(id: string) {
    return doc(this.#operator.services.firestore, 'notes', id)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#operator[Symbol.asyncDispose]()
  }
}

/** Opens another note by the list beside the one that is open, without loading the page anew. */
export async function goToNote(page: Page, id: string): Promise<void> {
  await page.getByRole('link', { name: id, exact: true }).click()
  await expect(page.getByRole('heading', { name: id, exact: true })).toBeVisible()
}

/** Signs in and opens a document of `notes`. */
export async function openNote(
  page: Page,
  world: ConsoleWorld,
  id: string,
  account: { email: string; password: string } = owner,
): Promise<void> {
  await page.goto(`${world.origin}/projects/demo-app/data/notes/${id}`)
  await signIn(page, account)
  await expect(textOf(page)).toBeVisible()
}

/** Takes the network from the whole browser, and waits until the page knows. */
export async function goOffline(page: Page): Promise<void> {
  await page.context().setOffline(true)
  await expect(page.getByRole('button', { name: /^Connection: Offline/ })).toBeVisible()
}

/** Waits until the browser has the console's files. */
export async function whenKept(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready
    if (active?.state === 'activated') return
    await new Promise((resolve) => active?.addEventListener('statechange', resolve))
  })
}

/** Changes the note’s text and saves. */
export async function changeText(page: Page, to: string): Promise<void> {
  const data = new DataBrowser(page)
  await data.editValue('text', 'string', to)
  await data.save()
}

/** Changes the note’s text while the server is away, and waits until the page says that it waits. */
export async function queueText(page: Page, to: string): Promise<void> {
  await changeText(page, to)
  await expect(page.getByRole('button', { name: /1 waiting$/ })).toBeVisible()
}

/** What the browser keeps of a user: databases of documents, which the SDK could make, and the entries of the local storage. */
export async function keptBy(page: Page): Promise<{ databases: string[]; keys: string[] }> {
  return await page.evaluate(async () => {
    const databases = (await indexedDB.databases())
      .map(({ name = '' }) => name)
      .filter((name) => name.startsWith('firestore/'))
    const keys = Object.keys(localStorage).filter((key) =>
      /^(firestore_|hearth\.(kept|documents)|firebase:authUser:.*:project:)/.test(key),
    )
    return { databases, keys }
  })
}

export async function writeNote(world: ConsoleWorld, id: string, fields: Record<string, unknown>): Promise<void> {
  await using operator = await ProjectOperator.enter(world)
  await setDoc(doc(operator.services.firestore, 'notes', id), fields)
}
