import { Timestamp, type QueryDocumentSnapshot } from 'firebase/firestore'
import type { OperatorRole } from '../../backend/api/operator-session.ts'

export interface OpenInvitation {
  readonly project: string
  readonly id: string
  readonly role: OperatorRole
}

/** Those of `projects/{project}/invitations/{id}` that can still be accepted. `now` is milliseconds since the epoch. */
export function openInvitations(documents: readonly QueryDocumentSnapshot[], now: number): readonly OpenInvitation[] {
  return documents.flatMap((document) => {
    const { role, expiresAt, acceptedBy } = document.data() as Readonly<Record<string, unknown>>
    const [, project] = document.ref.path.split('/')
    if (project === undefined || acceptedBy !== undefined || !(expiresAt instanceof Timestamp)) return []
    if (expiresAt.toMillis() <= now || (role !== 'viewer' && role !== 'editor' && role !== 'owner')) return []
    return [{ project, id: document.id, role }]
  })
}
