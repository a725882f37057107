import { z } from 'zod'
import { equalFieldPaths, type FieldPath, invalidArgument, type ScopedIndexes, StatusError } from '@hearth/model'
import type { GroupOverrides } from '../../documents/indexes/field-overrides.ts'
import { listOf } from '../../lib/list-of.ts'
import {
  decodeFieldIndexes,
  encodeFieldIndexes,
  fieldIndexDeclaration,
  formatOverridden,
  parseOverridden,
} from '../firestore-codec/index-declaration.ts'
import { defineMethod, doneOperation, type MethodCall } from './define-method.ts'

const FIELD_TYPE = 'google.firestore.admin.v1.Field'
const FIELDS_PATH = '/:database/collectionGroups/:collectionGroup/fields'

const { queryScope, order, arrayConfig } = fieldIndexDeclaration.shape
const fieldBody = z.object({
  name: z.string().optional(),
  indexConfig: z
    .object({
      indexes: listOf(
        z.object({
          queryScope,
          fields: listOf(z.object({ fieldPath: z.string().optional(), order, arrayConfig }), 100),
        }),
        100,
      ).default([]),
    })
    .optional(),
  ttlConfig: z.object({}).optional(),
})

/** What can be said of a field, each of them absent when it is as by default. */
interface ConfiguredField {
  readonly collectionGroup: string
  readonly path: FieldPath
  readonly group: GroupOverrides | undefined
  readonly expires: boolean
}

/** The fields of a group whose configuration is not the usual one; of all groups when the group is `-`. */
export const listFields = defineMethod({
  method: 'GET',
  path: FIELDS_PATH,
  needs: 'viewer',
  async handle(call) {
    const filter = call.exchange.query.get('filter') ?? ''
    // The filters that the vendor's API knows: `indexConfig.usesAncestorConfig:false`, `ttlConfig:*`, or both.
    const wantsIndexes = filter === '' || filter.includes('indexConfig')
    const wantsExpiry = filter === '' || filter.includes('ttlConfig')
    const fields = await configuredFields(call)
    return {
      fields: fields
        .filter((field) => (wantsIndexes && overrideOf(field) !== undefined) || (wantsExpiry && field.expires))
        .map((field) => fieldJson(call, field)),
    }
  },
})

export const getField = defineMethod({
  method: 'GET',
  path: `${FIELDS_PATH}/:id`,
  needs: 'viewer',
  handle: async (call) => fieldJson(call, await configuredField(call)),
})

/**
 * `updateMask` names what is set, both when it is absent: `indexConfig` (without it the field is indexed as all are) and
 * `ttlConfig` (without it documents do not expire by the field). Keys follow in the background; `state` tells.
 */
export const updateField = defineMethod({
  method: 'PATCH',
  path: `${FIELDS_PATH}/:id`,
  needs: 'owner',
  // Documents go by it for good.
  needsRecentSignIn: ({ ttlConfig }) => ttlConfig !== undefined,
  body: fieldBody,
  async handle(call) {
    const { administration, exchange, project, database, collectionGroup, id, body } = call
    if (collectionGroup === '__default__' || collectionGroup === '-') {
      throw new StatusError('unimplemented', 'DEFAULT_FIELDS', 'Name a collection group: each has its own overrides.')
    }
    const path = parseOverridden(id)
    const mask = maskOf(exchange.query.get('updateMask'), body)
    if (mask.has('indexConfig')) {
      const indexes = body.indexConfig && decodeConfig(id, body.indexConfig.indexes)
      await administration.setFieldOverride(project, { database, collectionGroup, path }, indexes)
    }
    if (mask.has('ttlConfig')) {
      const policies = await administration.listExpiryPolicies(project, database)
      const known = policies.find((policy) => policy.collectionGroup === collectionGroup)
      if (body.ttlConfig !== undefined) await administration.setExpiryPolicy(project, database, collectionGroup, id)
      else if (known?.field === formatOverridden(path)) {
        await administration.removeExpiryPolicy(project, database, collectionGroup)
      }
    }
    const name = `projects/${project}/databases/${database}/operations/update-field`
    return doneOperation(name, FIELD_TYPE, fieldJson(call, await configuredField(call)))
  },
})

function maskOf(text: string | null, body: z.infer<typeof fieldBody>): Set<string> {
  if (text === null) return new Set(Object.keys(body).filter((name) => name !== 'name'))
  const names = {
    indexConfig: 'indexConfig',
    index_config: 'indexConfig',
    ttlConfig: 'ttlConfig',
    ttl_config: 'ttlConfig',
  }
  return new Set(
    text.split(',').map((name) => {
      if (Object.hasOwn(names, name)) return names[name as keyof typeof names]
      throw invalidArgument('INVALID_MASK', `"${name.slice(0, 64)}" can't be set: indexConfig and ttlConfig can.`)
    }),
  )
}

function decodeConfig(
  field: string,
  indexes: NonNullable<z.infer<typeof fieldBody>['indexConfig']>['indexes'],
): ScopedIndexes {
  return decodeFieldIndexes(
    indexes.map(({ queryScope: scope, fields }) => {
      const [only] = fields
      const isOfField = only?.fieldPath === undefined || only.fieldPath === field || only.fieldPath === '*'
      if (only === undefined || fields.length > 1 || !isOfField) {
        throw invalidArgument('INVALID_INDEX', `An index of the configuration of ${field} has that one field.`)
      }
      return { queryScope: scope, order: only.order, arrayConfig: only.arrayConfig }
    }),
  )
}

async function configuredField(call: MethodCall<unknown>): Promise<ConfiguredField> {
  const { collectionGroup, id } = call
  const path = parseOverridden(id)
  const known = (await configuredFields(call)).find((field) => equalFieldPaths(field.path, path))
  if (known !== undefined) return known
  const groups = await call.administration.listFieldOverrides(call.project, call.database)
  const group = groups.find((one) => one.collectionGroup === collectionGroup)
  return { collectionGroup, path, group, expires: false }
}

async function configuredFields({
  administration,
  project,
  database,
  collectionGroup: asked,
}: MethodCall<unknown>): Promise<ConfiguredField[]> {
  const isAsked = ({ collectionGroup }: { collectionGroup: string }) => asked === '-' || collectionGroup === asked
  const groups = (await administration.listFieldOverrides(project, database)).filter(isAsked)
  const policies = (await administration.listExpiryPolicies(project, database)).filter(isAsked)
  const fields: ConfiguredField[] = groups.flatMap((group) =>
    group.overrides.map(({ path }) => {
      const { collectionGroup } = group
      const expires = policies.some((one) => isPolicyOf(one, collectionGroup, path))
      return { collectionGroup, path, group, expires }
    }),
  )
  for (const { collectionGroup, field } of policies) {
    const path = parseOverridden(field)
    if (fields.some((one) => one.collectionGroup === collectionGroup && equalFieldPaths(one.path, path))) continue
    const group = groups.find((one) => one.collectionGroup === collectionGroup)
    fields.push({ collectionGroup, path, group, expires: true })
  }
  return fields
}

function isPolicyOf(
  policy: { readonly collectionGroup: string; readonly field: string },
  collectionGroup: string,
  path: FieldPath,
): boolean {
  return policy.collectionGroup === collectionGroup && policy.field === formatOverridden(path)
}

function overrideOf({ group, path }: ConfiguredField) {
  return group?.overrides.find((override) => equalFieldPaths(override.path, path))
}

const everything = { ascending: true, descending: true, contains: true }
const states = { building: 'CREATING', ready: 'READY', failed: 'NEEDS_REPAIR' } as const

function fieldJson({ project, database }: MethodCall<unknown>, field: ConfiguredField): object {
  const { collectionGroup, path, group, expires } = field
  const parent = `projects/${project}/databases/${database}/collectionGroups`
  const override = overrideOf(field)
  const ancestor = override === undefined ? ancestorOf(field) : undefined
  const fieldPath = formatOverridden(path)
  const indexes = override ?? ancestor ?? { collection: everything, group: everything }
  const state = states[group?.state ?? 'ready']
  return {
    name: `${parent}/${collectionGroup}/fields/${fieldPath}`,
    indexConfig: {
      indexes: encodeFieldIndexes(indexes).map(({ queryScope: scope, ...kind }) => ({
        queryScope: scope,
        fields: [{ fieldPath, ...kind }],
        state,
      })),
      ...(override === undefined && {
        usesAncestorConfig: true,
        ancestorField: ancestor
          ? `${parent}/${collectionGroup}/fields/${formatOverridden(ancestor.path)}`
          : `${parent}/__default__/fields/*`,
      }),
    },
    ...(expires && { ttlConfig: { state: 'ACTIVE' } }),
  }
}

/** The override of the nearest field around this one, or of all. */
function ancestorOf({ group, path }: ConfiguredField) {
  const around = group?.overrides.filter(
    (one) => one.path.length < path.length && one.path.every((name, i) => name === path[i]),
  )
  return around?.toSorted((a, b) => b.path.length - a.path.length)[0]
}
