import { ArrowUpRight } from 'lucide-react'
import { useMemo } from 'react'
import { databaseSearch } from '../../../shared/databases/database-search.ts'
import type { ProjectDatabase } from '../../../documents/project-database.ts'
import { useDatabase } from '../../../shared/databases/use-database.ts'
import { dataTexts } from '../../../texts/en/data.ts'
import { valueTexts } from '../../../texts/en/data-values.ts'
import { ComboField } from '../../../ui/combo-field.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { encodePath } from '../../../documents/data-path.ts'
import { parseText } from '../../../documents/values/editor-text.ts'
import type { Source } from '../../../shared/palette/finding.ts'
import { DocumentFinder } from '../document-finder.ts'
import { useFindings } from '../../../shared/palette/use-findings.ts'
import { useCollections } from '../queries/data-queries.ts'
import type { ControlProps } from './control-props.ts'

/** The path of a document of the same database, found while it is typed: by the names of collections, and by ids or how they begin. */
export function ReferenceControl({ field, autoFocus, onText }: ControlProps) {
  const database = useDatabase()
  // Nothing is offered while they are unknown; any path may be typed all the same.
  const { data: collections = [] } = useCollections('')
  const sources = useMemo(() => [sourceOf(database)], [database])
  const isElsewhere = field.value.startsWith('projects/')
  const { found } = useFindings(sources, isElsewhere ? '' : field.value.trim())
  const findings = found.flatMap((one) => one.findings)
  // A collection is the way to its documents.
  const options =
    field.value.trim() === ''
      ? collections.map((id) => `${id}/`)
      : findings.map(({ kind, title }) => (kind === 'collection' ? `${title}/` : title))
  const parsed = parseText('reference', field.value)
  const target = 'value' in parsed && parsed.value.kind === 'reference' ? parsed.value : undefined
  return (
    <div className="min-w-0">
      <ComboField
        {...field}
        onChange={onText}
        label={dataTexts.value}
        options={options}
        autoFocus={autoFocus}
        description={valueTexts.help.reference}
      />
      {target !== undefined && target.database === undefined && (
        <p className="mt-1.5 text-table">
          <TextLink
            to="/projects/$project/data/$"
            params={{ project: database.project.id, _splat: encodePath(target.path) }}
            search={databaseSearch(database.id)}
            target="_blank"
          >
            <span className="inline-flex items-center gap-1">
              {valueTexts.openInTab}
              <ArrowUpRight className="size-3.5" aria-hidden="true" />
            </span>
          </TextLink>
        </p>
      )}
    </div>
  )
}

function sourceOf(database: ProjectDatabase): Source {
  const finder = new DocumentFinder(database, { collectionsByBeginning: 6 })
  return { id: 'data', find: async (text, signal) => await finder.find(text.replace(/^\/+/, ''), signal) }
}
