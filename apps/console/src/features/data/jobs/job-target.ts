import { defaultDatabase } from '../../../backend/default-database.ts'
import type { ProjectDatabase } from '../../../documents/project-database.ts'
import { exchangeTexts } from '../../../texts/en/data-exchange.ts'

/** What a job is about, such as the path of a collection, with its database unless that is the default one. */
export function jobTarget({ id }: ProjectDatabase, what: string): string {
  return id === defaultDatabase ? what : exchangeTexts.inDatabase(what, id)
}
