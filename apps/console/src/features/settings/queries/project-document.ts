import type { FirebaseApp } from 'firebase/app'
import { type FieldChange, update } from '../../../documents/commit.ts'
import type { TypedValue } from '../../../documents/values/typed-value.ts'
import { commitToConsole } from '../../../shared/console-data/console-database.ts'

/** Changes the document of a project, which is there. Throws what `commitToConsole` does. */
export async function changeProjectDocument(
  app: FirebaseApp,
  project: string,
  changes: readonly FieldChange[],
): Promise<void> {
  const updatedAt: FieldChange = { path: ['updatedAt'], value: { kind: 'server-time' } }
  await commitToConsole(app, (database) => [
    update(database, `projects/${project}`, [...changes, updatedAt], { exists: true }),
  ])
}

/** Gives a project another name; its owners may. Throws `permission-denied` for everybody else. */
export async function renameProject(app: FirebaseApp, project: string, name: string): Promise<void> {
  await changeProjectDocument(app, project, [{ path: ['name'], value: { kind: 'string', value: name } }])
}

/** Gives a project an icon, or takes it off with nulls; its owners may. Throws `permission-denied` for everybody else. */
export async function setProjectIcon(
  app: FirebaseApp,
  project: string,
  { iconURL, iconPath }: { readonly iconURL: string | null; readonly iconPath: string | null },
): Promise<void> {
  await changeProjectDocument(app, project, [
    { path: ['iconURL'], value: textOrNull(iconURL) },
    { path: ['iconPath'], value: textOrNull(iconPath) },
  ])
}

function textOrNull(value: string | null): TypedValue {
  return value === null ? { kind: 'null' } : { kind: 'string', value }
}
