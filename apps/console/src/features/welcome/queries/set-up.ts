import * as api from '@hearth/api'
import { callApi } from '../../../backend/api/call-api.ts'

export type OwnerAccount = api.InputOf<typeof api.setUp>['body']

/** Makes the server's owner with the set-up code that the server printed. The code is good for one owner, once. */
export async function setUpOwner(body: OwnerAccount): Promise<void> {
  await callApi(api.setUp, { body })
}
