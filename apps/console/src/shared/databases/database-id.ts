import { databasesTexts } from '../../texts/en/databases.ts'

const idForm = /^[a-z][a-z0-9-]{2,61}[a-z0-9]$/
const uuidForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Why no new database can be called so, or nothing. The server's rule. */
export function databaseIdProblem(id: string): string | undefined {
  return idForm.test(id) && !uuidForm.test(id) ? undefined : databasesTexts.badId
}
