import { expect, type Page } from '@playwright/test'
import { deleteDoc, doc, getDoc, setDoc } from 'firebase/firestore'
import { ConsoleWorld, owner, signIn } from './console-world.ts'
import { DataBrowser } from './data-browser.ts'
import { ProjectOperator } from './project-operator.ts'

/** The note’s text, as the tree of fields shows it. */
export function textOf(page: Page) {
  return new DataBrowser(page).value('text')
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

/** A server of its own with the note `first`, which has a `text` among these fields, open in the page of its owner. */
export async function openFirstNote(
  page: Page,
  fields: Record<string, unknown> = { text: 'before' },
): Promise<ConsoleWorld> {
  const world = await ConsoleWorld.withOwner()
  await writeNote(world, 'first', fields)
  await openNote(page, world, 'first')
  return world
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

export async function deleteNote(world: ConsoleWorld, id: string): Promise<void> {
  await using operator = await ProjectOperator.enter(world)
  await deleteDoc(doc(operator.services.firestore, 'notes', id))
}

export async function readNote(world: ConsoleWorld, id: string): Promise<unknown> {
  await using operator = await ProjectOperator.enter(world)
  return (await getDoc(doc(operator.services.firestore, 'notes', id))).data()
}
