import { equalFieldPaths, type FieldPath, type ScopedIndexes, StatusError } from '@hearth/model'
import type { ProjectContext } from '../project-context.ts'
import type { IndexDefinition, KeptIndex } from './composite-index-record.ts'

/** What somebody wants to be indexed in a database. */
export interface IndexDeclarations {
  /** Over several fields. */
  readonly indexes: readonly IndexDefinition[]
  readonly overrides: readonly DeclaredOverride[]
  /** The fields by which documents expire, or (`isOn` false) no longer do. */
  readonly expiry: readonly { readonly collectionGroup: string; readonly field: string; readonly isOn: boolean }[]
}

export interface DeclaredOverride {
  readonly collectionGroup: string
  /** Empty for all fields of the group. */
  readonly path: FieldPath
  readonly indexes: ScopedIndexes
}

export interface DeclaredResult {
  /** Indexes over several fields that are being built now, and those that were there. */
  readonly created: number
  readonly kept: number
  /** Overrides that were taken up or changed, and those that were given up. */
  readonly overridden: number
  readonly restored: number
}

/**
 * Takes up declarations. What is there besides stays, but for overrides when the declarations are the `whole` of them.
 * Throws `invalid-argument` and `resource-exhausted`; what was taken up by then stays.
 */
export async function declareIndexes(
  context: ProjectContext,
  database: string,
  declared: IndexDeclarations,
  { isWhole }: { isWhole: boolean },
): Promise<DeclaredResult> {
  let created = 0
  for (const definition of declared.indexes) if (await isCreated(context, definition)) created++
  let overridden = 0
  for (const { collectionGroup, path, indexes } of declared.overrides) {
    if (await setOverride(context, { database, collectionGroup, path }, indexes)) overridden++
  }
  let restored = 0
  for (const field of isWhole ? undeclared(context, database, declared) : []) {
    if (await setOverride(context, field, undefined)) restored++
  }
  for (const { collectionGroup, field, isOn } of declared.expiry) {
    if (isOn) await context.expiry.set(database, collectionGroup, field)
    else if ((await context.expiry.find(database, collectionGroup))?.field === field) {
      await context.expiry.remove(database, collectionGroup)
    }
  }
  return { created, kept: declared.indexes.length - created, overridden, restored }
}

export interface OverriddenField {
  readonly database: string
  readonly collectionGroup: string
  /** Empty for all fields of the group. */
  readonly path: FieldPath
}

/** Indexes a field as told, or by default, and begins to bring its keys in line. Answers whether that is new. */
export async function setOverride(
  context: ProjectContext,
  { database, collectionGroup, path }: OverriddenField,
  indexes: ScopedIndexes | undefined,
): Promise<boolean> {
  const group = await context.fieldOverrides.set(database, collectionGroup, { path, indexes })
  if (group !== undefined) context.indexBuilder.rebuild(context, group)
  return group !== undefined
}

function undeclared(context: ProjectContext, database: string, { overrides }: IndexDeclarations): OverriddenField[] {
  return context.fieldOverrides
    .list(database)
    .flatMap((group) =>
      group.overrides
        .filter(({ path }) => !overrides.some((one) => isSameField(one, { ...group, path })))
        .map(({ path }) => ({ database, collectionGroup: group.collectionGroup, path })),
    )
}

function isSameField(a: Omit<OverriddenField, 'database'>, b: Omit<OverriddenField, 'database'>): boolean {
  return a.collectionGroup === b.collectionGroup && equalFieldPaths(a.path, b.path)
}

/** Takes up an index and begins to build it. Throws as `CompositeIndexes.add`. */
export async function declareIndex(context: ProjectContext, definition: IndexDefinition): Promise<KeptIndex> {
  const index = await context.indexes.add(definition, 'declared', (automatic) =>
    context.indexAdvisor.leastUsed(automatic),
  )
  context.indexBuilder.build(context, index)
  return index
}

async function isCreated(context: ProjectContext, definition: IndexDefinition): Promise<boolean> {
  try {
    await declareIndex(context, definition)
    return true
  } catch (error) {
    if (error instanceof StatusError && error.code === 'already-exists') return false
    throw error
  }
}
