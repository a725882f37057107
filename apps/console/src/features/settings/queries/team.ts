import * as api from '@hearth/api'
import type { FirebaseApp } from 'firebase/app'
import { collection, doc, type QueryDocumentSnapshot, Timestamp } from 'firebase/firestore'
import type { ConsoleSettings } from '../../../backend/api/console-settings.ts'
import type { OperatorRole } from '../../../backend/api/operator-session.ts'
import { asAccount, callApi } from '../../../backend/api/call-api.ts'
import { getServerTime } from '../../../backend/api/server-time.ts'
import { commitToConsole } from '../../../shared/console-data/console-database.ts'
import { creation, deletion } from '../../../documents/commit.ts'
import type { TypedValue } from '../../../documents/values/typed-value.ts'
import { firestoreOf } from '../../../backend/sdk/firestore.ts'
import { spokenLanguage } from '../../../texts/in-language.ts'
import { changeProjectDocument } from './project-document.ts'

const validDays = 7
const dayMs = 86_400_000

/** An invitation as its document tells it. */
export interface Invitation {
  readonly id: string
  readonly email: string
  readonly role: OperatorRole
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
  readonly isAccepted: boolean
}

/** Undefined for a document that is none. */
export function invitationOf(document: QueryDocumentSnapshot): Invitation | undefined {
  const { email, role, expiresAt, acceptedBy } = document.data() as Readonly<Record<string, unknown>>
  if (typeof email !== 'string' || !isRole(role) || !(expiresAt instanceof Timestamp)) return undefined
  return { id: document.id, email, role, expiresAt: expiresAt.toMillis(), isAccepted: acceptedBy !== undefined }
}

/** Invites an address for seven days. Owners who signed in lately may. Answers the invitation's id. */
export async function createInvitation(
  app: FirebaseApp,
  project: string,
  invited: { readonly email: string; readonly role: OperatorRole; readonly invitedBy: string },
): Promise<string> {
  const expiresAtMs = (await getServerTime()) + validDays * dayMs
  const { id } = doc(collection(firestoreOf(app), 'projects', project, 'invitations'))
  const fields = new Map<string, TypedValue>([
    ...Object.entries(invited).map(([name, value]): [string, TypedValue] => [name, { kind: 'string', value }]),
    ['createdAt', { kind: 'server-time' }],
    ['expiresAt', { kind: 'timestamp', micros: BigInt(expiresAtMs) * 1000n }],
  ])
  await commitToConsole(app, (database) => [creation(database, pathOf(project, id), fields)])
  return id
}

/** Whether invitations go by mail. `hearth dev` prints the console's mails for whoever started it, which reaches nobody else. */
export function sendsMails({ mode, mailEnabled }: Pick<ConsoleSettings, 'mode' | 'mailEnabled'>): boolean {
  return mode === 'start' && mailEnabled
}

/** Sends the link to the invitation's address; the one before opens nothing any more. */
export async function mailInvitation(project: string, id: string, idToken: string): Promise<void> {
  const body = { language: spokenLanguage() }
  await callApi(api.mailInvitation, { project, invitation: id, body }, asAccount(idToken))
}

export async function revokeInvitation(app: FirebaseApp, project: string, id: string): Promise<void> {
  await commitToConsole(app, (database) => [deletion(database, pathOf(project, id))])
}

function pathOf(project: string, id: string): string {
  return `projects/${project}/invitations/${id}`
}

/** A link to hand over; the one before opens nothing any more. Its secret is behind the `#`, which no server log sees. */
export async function makeInvitationLink(project: string, id: string, idToken: string): Promise<string> {
  const { code } = await callApi(api.linkInvitation, { project, invitation: id }, asAccount(idToken))
  return `${location.origin}/invitation?${new URLSearchParams({ project, id }).toString()}#code=${code}`
}

function isRole(value: unknown): value is OperatorRole {
  return value === 'viewer' || value === 'editor' || value === 'owner'
}

/** Owners who signed in lately may. Throws `permission-denied` for everybody else. */
export async function changeRole(app: FirebaseApp, project: string, uid: string, role: OperatorRole): Promise<void> {
  await changeProjectDocument(app, project, [{ path: ['roles', uid], value: { kind: 'string', value: role } }])
}

/** Takes somebody out of the project. Owners who signed in lately may, and nobody the founder. */
export async function removeMember(app: FirebaseApp, project: string, uid: string): Promise<void> {
  await changeProjectDocument(app, project, [
    { path: ['roles', uid], value: undefined },
    { path: ['memberIds'], value: { kind: 'array-remove', values: [{ kind: 'string', value: uid }] } },
  ])
}

/** Leaves the project on one's own wish. Throws `failed-precondition`/`LAST_OWNER` for the only owner. */
export async function leaveProject(project: string, idToken: string): Promise<void> {
  await callApi(api.leaveProject, { project }, asAccount(idToken))
}
