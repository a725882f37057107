import { z } from 'zod'
import type { Exchange } from '../../http/exchange.ts'
import type { ProviderChanges, ProviderConfig } from '../../identity/providers/provider-config.ts'
import { always, defineAdminMethod, type IdentityToolkitDeps, type Method, providerParents } from './define-method.ts'

/** One kind of providers, as the admin SDKs configure them (wire-protocol 1.8). */
export interface ProviderKind<Request extends object> {
  /** Its part of the address, and the field of the list. */
  readonly collection: string
  /** Where the query names a new provider. */
  readonly idParameter: string
  readonly request: z.ZodType<Request>
  /** The id, where it is one of this kind. Throws `INVALID_CONFIG_ID`. */
  readonly idOf: (id: string | null | undefined) => string
  /** Throws for what is not served. */
  readonly assertServed?: (request: Request, exchange: Exchange) => void
  readonly list: (realm: string, identity: IdentityToolkitDeps, encode: Encode) => Promise<object[]>
  readonly newConfig: (providerId: string, request: Request) => ProviderConfig
  /** Of what is written, the fields that the request's mask names. */
  readonly changesOf: (current: ProviderConfig, request: Partial<Request>) => ProviderChanges
  /** `name` is the resource's. A secret is taken and never given back. */
  readonly encode: (config: ProviderConfig, name: string, exchange: Exchange) => Record<string, unknown>
}

export type Encode = (config: ProviderConfig) => Record<string, unknown>

export function providerMethods<Request extends object>(kind: ProviderKind<Request>): readonly Method[] {
  const { collection, request, idOf } = kind
  const encoderFor =
    (realm: string, exchange: Exchange): Encode =>
    (config) => {
      const parent = realm.replace('/', '/tenants/')
      return kind.encode(config, `projects/${parent}/${collection}/${config.providerId}`, exchange)
    }
  return providerParents.flatMap((parent) => {
    const path = `${parent}/${collection}`
    return [
      defineAdminMethod({
        method: 'GET',
        path,
        needs: 'viewer',
        request: z.object({}),
        handle: async (_request, { realm, exchange, identity }) => ({
          [collection]: await kind.list(realm, identity, encoderFor(realm, exchange)),
        }),
      }),
      defineAdminMethod({
        method: 'POST',
        path,
        needs: 'owner',
        needsRecentSignIn: always,
        request,
        async handle(asked, { realm, exchange, identity }) {
          kind.assertServed?.(asked, exchange)
          const config = kind.newConfig(idOf(exchange.query.get(kind.idParameter)), asked)
          return encoderFor(realm, exchange)(await identity.providers.create(realm, config))
        },
      }),
      defineAdminMethod({
        method: 'GET',
        path: `${path}/:id`,
        needs: 'viewer',
        request: z.object({}),
        handle: async (_request, { realm, params, exchange, identity }) =>
          encoderFor(realm, exchange)(await identity.providers.get(realm, idOf(params['id']))),
      }),
      defineAdminMethod({
        method: 'PATCH',
        path: `${path}/:id`,
        needs: 'owner',
        needsRecentSignIn: always,
        request,
        async handle(asked, { realm, params, exchange, identity }) {
          kind.assertServed?.(asked, exchange)
          const masked = maskedBy(exchange.query.get('updateMask'), asked)
          const changed = await identity.providers.update(realm, idOf(params['id']), (current) =>
            kind.changesOf(current, masked),
          )
          return encoderFor(realm, exchange)(changed)
        },
      }),
      defineAdminMethod({
        method: 'DELETE',
        path: `${path}/:id`,
        needs: 'owner',
        needsRecentSignIn: always,
        request: z.object({}),
        async handle(_request, { realm, params, identity }) {
          await identity.providers.delete(realm, idOf(params['id']))
          return {}
        },
      }),
    ]
  })
}

/** The fields that are there. */
export function written<Fields extends object>(
  fields: Fields,
): { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Fields
}

/** What a mask names of a structure names all of it; without a mask everything is named. */
function maskedBy<Request extends object>(mask: string | null, request: Request): Partial<Request> {
  const named = mask?.split(',').map((field) => field.split('.')[0])
  const kept = Object.entries(request).filter(([name]) => named?.includes(name) !== false)
  return Object.fromEntries(kept) as Partial<Request>
}
