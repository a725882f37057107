import type { ProjectUser } from './project-user.ts'

/** What people know a user by: the address, else the name, else the number, else the uid. */
export function nameOfUser({ localId, email, displayName, phoneNumber }: ProjectUser): string {
  return email || displayName || phoneNumber || localId
}
