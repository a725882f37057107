import { z } from 'zod'
import { invalidArgument, StatusError } from '@hearth/model'
import { defineMethod, doneOperation } from './define-method.ts'

const FIELD_TYPE = 'google.firestore.admin.v1.Field'

const fieldBody = z.object({ name: z.string().optional(), ttlConfig: z.object({}).optional() })

/** The fields of a group whose configuration is not the usual one; of all groups when the group is `-`. */
export const listFields = defineMethod({
  method: 'GET',
  path: '/:database/collectionGroups/:collectionGroup/fields',
  needs: 'viewer',
  async handle({ administration, project, database, collectionGroup }) {
    const policies = await administration.listExpiryPolicies(project, database)
    return {
      fields: policies
        .filter((policy) => collectionGroup === '-' || policy.collectionGroup === collectionGroup)
        .map((policy) => fieldJson(project, { ...policy, expires: true })),
    }
  },
})

export const getField = defineMethod({
  method: 'GET',
  path: '/:database/collectionGroups/:collectionGroup/fields/:id',
  needs: 'viewer',
  async handle({ administration, project, database, collectionGroup, id: field }) {
    const policies = await administration.listExpiryPolicies(project, database)
    const expires = policies.some((policy) => policy.collectionGroup === collectionGroup && policy.field === field)
    return fieldJson(project, { database, collectionGroup, field, expires })
  },
})

/** `ttlConfig` there: documents expire by this field; `updateMask=ttlConfig` without it: they no longer do. */
export const updateField = defineMethod({
  method: 'PATCH',
  path: '/:database/collectionGroups/:collectionGroup/fields/:id',
  needs: 'owner',
  body: fieldBody,
  async handle({ administration, exchange, project, database, collectionGroup, id: field, body }) {
    const mask = (exchange.query.get('updateMask') ?? 'ttlConfig').split(',')
    if (mask.some((name) => name !== 'ttlConfig' && name !== 'ttl_config')) {
      throw new StatusError('unimplemented', 'INDEX_CONFIG', 'Only the ttlConfig of a field can be changed.')
    }
    if (collectionGroup === '__default__') throw invalidArgument('INVALID_FIELD', 'Name a collection group.')
    const expires = body.ttlConfig !== undefined
    if (expires) await administration.setExpiryPolicy(project, database, collectionGroup, field)
    else await removePolicyOf(field)
    const json = fieldJson(project, { database, collectionGroup, field, expires })
    return doneOperation(`projects/${project}/databases/${database}/operations/update-field`, FIELD_TYPE, json)

    async function removePolicyOf(named: string): Promise<void> {
      const policies = await administration.listExpiryPolicies(project, database)
      const known = policies.find((policy) => policy.collectionGroup === collectionGroup)
      if (known?.field === named) await administration.removeExpiryPolicy(project, database, collectionGroup)
    }
  },
})

function fieldJson(
  project: string,
  {
    database,
    collectionGroup,
    field,
    expires,
  }: { database: string; collectionGroup: string; field: string; expires: boolean },
): object {
  return {
    name: `projects/${project}/databases/${database}/collectionGroups/${collectionGroup}/fields/${field}`,
    indexConfig: { usesAncestorConfig: true },
    ...(expires && { ttlConfig: { state: 'ACTIVE' } }),
  }
}
