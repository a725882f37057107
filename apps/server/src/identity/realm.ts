/**
 * Whose accounts: a project's own, or those of one of its tenants. Written `<project>` or `<project>/<tenant>`; neither id has a
 * slash in it.
 */
export type Realm = string

export function realmOf(project: string, tenant: string | undefined): Realm {
  return tenant === undefined ? project : `${project}/${tenant}`
}

export function projectOf(realm: Realm): string {
  const slash = realm.indexOf('/')
  return slash === -1 ? realm : realm.slice(0, slash)
}

export function tenantOf(realm: Realm): string | undefined {
  const slash = realm.indexOf('/')
  return slash === -1 ? undefined : realm.slice(slash + 1)
}
