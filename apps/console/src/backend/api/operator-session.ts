import * as api from '@hearth/api'
import { asAccount, callApi } from './call-api.ts'

export type OperatorRole = api.Role
export type OperatorSession = api.OperatorSession

/**
 * A short session as operator of a project, for one of its members. Throws `permission-denied` for anybody else.
 *
 * @param idleMs for how long nobody has been at the page, in milliseconds: the session counts from then
 */
export async function openOperatorSession(project: string, idToken: string, idleMs: number): Promise<OperatorSession> {
  return await callApi(api.openOperatorSession, { project }, asAccount(idToken, idleHeaders(idleMs)))
}

/**
 * Tells the server for how long nobody has been at the page, so that what is asked only because time has passed keeps no session alive.
 *
 * @param idleMs milliseconds
 */
export function idleHeaders(idleMs: number): Readonly<Record<string, string>> {
  return { 'hearth-idle': String(Math.floor(idleMs / 1000)) }
}
