import { callHearthForText } from '../../../api/call-hearth.ts'
import type { ProjectSession } from '../../../firebase/project-session.ts'

/** A report as a table for spreadsheets: what is asked is what the page asks, with a body for those that take one. */
export async function getCsv(project: ProjectSession, path: string, body?: object): Promise<string> {
  return await callHearthForText({
    method: body === undefined ? 'GET' : 'POST',
    path,
    idToken: await project.idToken(),
    ...(body !== undefined && { body }),
    headers: { accept: 'text/csv' },
  })
}
