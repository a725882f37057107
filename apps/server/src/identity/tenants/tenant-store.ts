import type { ProjectStore, ReadSnapshot } from '../../persistence/persistence.ts'

/**
 * A project's store as one tenant sees it: every space of records is the tenant's own (`account@<tenant>`), so that nothing that is
 * kept for a tenant can be met by the project or by another tenant.
 */
export function tenantStore(store: ProjectStore, tenant: string): ProjectStore {
  const own = <Part extends { readonly space: string }>(part: Part): Part => ({
    ...part,
    space: ownSpace(part.space, tenant),
  })
  return {
    get isReady() {
      return store.isReady
    },
    read: (work) => store.read((snapshot) => work(tenantSnapshot(snapshot, tenant))),
    getDocuments: (keys) => store.getDocuments(keys),
    getRecord: (space, key) => store.getRecord(ownSpace(space, tenant), key),
    documentCount: () => store.documentCount(),
    commit: (batch) =>
      store.commit({
        ...batch,
        ...(batch.expect !== undefined && {
          expect: batch.expect.map((one) => (one.kind === 'record' ? own(one) : one)),
        }),
        ...(batch.records !== undefined && { records: batch.records.map(own) }),
      }),
    lastVersion: () => store.lastVersion(),
    latched: store.latched,
  }
}

function tenantSnapshot(snapshot: ReadSnapshot, tenant: string): ReadSnapshot {
  return new Proxy(snapshot, {
    get(target, name) {
      if (name === 'getRecord') return (space: string, key: string) => target.getRecord(ownSpace(space, tenant), key)
      if (name === 'listRecords') {
        return (space: string, ...rest: RestOf<ReadSnapshot['listRecords']>) =>
          target.listRecords(ownSpace(space, tenant), ...rest)
      }
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })
}

type RestOf<Call> = Call extends (space: string, ...rest: infer Rest) => unknown ? Rest : never

function ownSpace(space: string, tenant: string): string {
  return `${space}@${tenant}`
}
