import type { Session } from '../session/session.ts'

/** Somebody who waits longer is better served by the list of projects. */
const patienceMs = 3000

/** The project that the account entered last in another browser, else the only one that it has; undefined when there is none, and when the server takes its time to tell. */
export async function findLastProject(session: Session): Promise<string | undefined> {
  const found = async (): Promise<string | undefined> => {
    // The document database's part of the SDK comes with it, which no other way to the first page needs.
    const [{ app }, { findOnlyProject, findRecentProject }] = await Promise.all([
      session.open(),
      import('../shared/console-data/account-lists.ts'),
    ])
    return (await findRecentProject(app, session.uid())) ?? (await findOnlyProject(app, session.uid()))
  }
  const patience = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), patienceMs))
  // Without the answer the list of projects is as good a beginning.
  return await Promise.race([found().catch(() => undefined), patience])
}
