import { useQuery } from '@tanstack/react-query'
import { useDatabase } from '../../../shared/databases/use-database.ts'
import type { TypedFields } from '../../../documents/values/typed-value.ts'
import { identityOf } from '../queries/identity-of.ts'
import { askAccess, type Person } from './ask-access.ts'

/** What somebody may do with a document by the rules that are published. It is not among the queries of the page: it brings the simulator. */
export function useAccess(path: string, fields: TypedFields | undefined, { uid, claims }: Person) {
  const database = useDatabase()
  return useQuery({
    queryKey: [database.project.id, 'data', 'access', database.id, path, fields && identityOf(fields), uid, claims],
    queryFn: async () => await askAccess(database, path, fields, { uid, claims }),
    gcTime: 0,
  })
}
