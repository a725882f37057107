import type { Route } from '../http/route.ts'

/** What a request to a route is about: the parameters of its path, by name; the others are `x`. */
export function addressOf(route: Route, parameters: Readonly<Record<string, string>>): string {
  return route.path
    .split('/')
    .map((part) => {
      const [, name, verb = ''] = /^[:*](\w+)(:.*)?$/.exec(part) ?? []
      return name === undefined ? part : encodeURIComponent(parameters[name] ?? 'x').replaceAll('%2F', '/') + verb
    })
    .join('/')
}

/** A body that really asks for something in the database `projects/P/databases/D`, where the route takes one; else an empty one. */
export function bodyOf(route: Route, database: string): object {
  // These addresses name no project: the body may, else the credential does.
  if (isAccountsMethod(route)) return { targetProjectId: projectOf(database) }
  const ending = Object.keys(bodies).find((end) => route.path.endsWith(end)) ?? ''
  return bodies[ending]?.(`${database}/documents/hidden/one`) ?? {}
}

function isAccountsMethod({ path }: Route): boolean {
  return path.includes('/v1/accounts:') || path.includes('/relyingparty/')
}

function projectOf(database: string): string {
  return database.split('/')[1] ?? ''
}

const query = { from: [{ collectionId: 'hidden' }] }

/** By the end of the route's path. */
const bodies: Readonly<Record<string, (documentName: string) => object>> = {
  'documents:batchGet': (name) => ({ documents: [name] }),
  'documents:commit': (name) => ({ writes: [{ delete: name }] }),
  'documents:batchWrite': (name) => ({ writes: [{ delete: name }] }),
  ':runQuery': () => ({ structuredQuery: query }),
  ':runAggregationQuery': () => ({
    structuredAggregationQuery: { structuredQuery: query, aggregations: [{ alias: 'n', count: {} }] },
  }),
  'documents/*path': () => ({ fields: {} }),
}
