import type { FirebaseApp } from 'firebase/app'
import { doc, serverTimestamp, updateDoc } from 'firebase/firestore'
import { firestoreOf } from '../firebase/firestore.ts'
import { trackWrite } from '../live/track-write.ts'

/** Gives a project another name; its owners may. Throws `permission-denied` for everybody else. */
export async function renameProject(app: FirebaseApp, project: string, name: string): Promise<void> {
  const fields = { name, updatedAt: serverTimestamp() }
  await trackWrite(app, updateDoc(doc(firestoreOf(app), 'projects', project), fields))
}

/** Gives a project an icon, or takes it off with nulls; its owners may. Throws `permission-denied` for everybody else. */
export async function setProjectIcon(
  app: FirebaseApp,
  project: string,
  icon: { readonly iconURL: string | null; readonly iconPath: string | null },
): Promise<void> {
  const fields = { ...icon, updatedAt: serverTimestamp() }
  await trackWrite(app, updateDoc(doc(firestoreOf(app), 'projects', project), fields))
}
