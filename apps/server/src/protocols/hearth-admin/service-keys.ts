import {
  createServiceKey,
  type KeyMaker as MakerJson,
  listServiceKeys,
  revokeServiceKey,
  type ServiceKey,
} from '@hearth/api'
import { keyFileOf, type KeyMaker } from '../../identity/tokens/service-keys.ts'
import { assertIsPerson, type Member } from './admin-callers.ts'
import type { HearthAdminDeps } from './deps.ts'
import { timeJson, route } from './route.ts'

export const serviceKeys = [
  /** People alone give it `scopes`: else a key with one of them could make itself one with all. */
  route(createServiceKey, async ({ deps, exchange, params: { project }, caller, body, note }) => {
    const { name, scopes } = await body()
    if (scopes.length > 0) assertIsPerson(caller, 'People alone give a service key scopes: an owner, in the console.')
    const key = await deps.serviceKeys.create(project, { name, madeBy: makerOf(caller), scopes })
    await note({ target: key.id, detail: { name, ...(scopes.length > 0 && { scopes: scopes.join(' ') }) } })
    return keyFileOf(project, key, exchange.publicOrigin)
  }),

  route(listServiceKeys, async ({ deps, params: { project } }) => {
    const listed: ServiceKey[] = []
    for (const { id, name, createdAt, madeBy, scopes } of await deps.serviceKeys.list(project)) {
      const createdBy = madeBy && (await makerJson(deps, project, madeBy))
      listed.push({ id, name, scopes: [...scopes], createdAt: timeJson(createdAt), ...(createdBy && { createdBy }) })
    }
    return { serviceKeys: listed }
  }),

  route(revokeServiceKey, async ({ deps, params: { project, key }, note }) => {
    const name = await deps.serviceKeys.revoke(project, key)
    await note({ target: key, detail: { name } })
    return {}
  }),
]

function makerOf({ uid, key }: Member): KeyMaker | undefined {
  if (uid !== undefined) return { uid }
  return key === undefined ? undefined : { key }
}

/** With the maker's role as it is now: a key outlives it, and who looks after the project should know. */
async function makerJson(deps: HearthAdminDeps, project: string, maker: KeyMaker): Promise<MakerJson> {
  if ('key' in maker) return { serviceKey: maker.key }
  const { email, role } = await deps.findStanding(project, maker.uid)
  return { uid: maker.uid, email: email ?? null, role: role ?? null }
}
