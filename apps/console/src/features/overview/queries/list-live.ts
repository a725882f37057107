import * as api from '@hearth/api'
import { asAccount, callApi } from '../../../backend/api/call-api.ts'

/** Somebody signed in to an app. Times are RFC 3339. */
export type SignIn = api.SignIn
/** An app called something about accounts; `refused` is the server's reason, where it said no. */
export type AppCall = api.AppCall
/** An app reported something. */
export type AppEvent = Pick<api.ListedEvent, 'id' | 'name' | 'receivedAt'>

const eventsShown = 8

export interface LiveNews {
  readonly signIns: readonly SignIn[]
  readonly events: readonly AppEvent[]
  /** The last one since the start of the server. */
  readonly lastCall: AppCall | undefined
}

/**
 * The last sign-ins, calls and events of a project. With the token of a console account: to be asked again and again keeps no operator session
 * alive.
 */
export async function listLive(project: string, idToken: string): Promise<LiveNews> {
  const caller = asAccount(idToken)
  const [{ signIns, lastCall }, { events }] = await Promise.all([
    callApi(api.listSignIns, { project }, caller),
    callApi(api.listEvents, { project, query: { pageSize: eventsShown } }, caller),
  ])
  return { signIns, events, lastCall }
}
