import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { FileText, RotateCw, Table2, Waypoints } from 'lucide-react'
import { decodePath, encodePath, placeOf } from '../../../documents/data-path.ts'
import { databaseSearch } from '../../../shared/databases/database-search.ts'
import { useDatabase } from '../../../shared/databases/use-databases.ts'
import { type DraftPlace, keepDraft, readDraft } from '../../../shared/rules/kept-draft.ts'
import { loadLiveRules } from '../../../shared/rules/published-rules.ts'
import { useSignedIn } from '../../../session/session-context.tsx'
import { lensTexts as texts } from '../../../texts/en/data-lens.ts'
import { valueTexts } from '../../../texts/en/data-values.ts'
import { formatNumber, formatShare } from '../../../texts/format.ts'
import { visibleDirections } from '../../../texts/visible-directions.ts'
import { messageOf } from '../../../backend/errors/reaction.ts'
import { Button, buttonClasses } from '../../../ui/button.tsx'
import { Choice } from '../../../ui/choice.tsx'
import { CodeBlock } from '../../../ui/code-block.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { PageBody, PageHeader } from '../../../ui/page.tsx'
import { QueryContent } from '../../../ui/query-content.tsx'
import { toast } from '../../../ui/toast.ts'
import { usePageTitle } from '../../../ui/use-page-title.ts'
import { useCollections } from '../queries/data-queries.ts'
import { schemaParts } from '../data-search.ts'
import { useDataSearch } from '../use-data-search.ts'
import type { Lens, LensField } from './lens.ts'
import { withLensRules } from './lens-rules.ts'
import { typesOf } from './lens-types.ts'
import { CollectionLink, RelationsMap } from './relations-map.tsx'
import type { IdRelation } from './id-relations.ts'
import { useIdRelations, useLens, useRelations } from './use-lens.ts'

/** What the documents of a collection look like by a sample: fields, types to copy, rules to begin with, and where references lead. */
export function SchemaPage() {
  const { project, id } = useDatabase()
  const { _splat = '' } = useParams({ strict: false })
  const { collection = '' } = placeOf(decodePath(_splat))
  const { search, change } = useDataSearch()
  const query = useLens(collection)
  usePageTitle(texts.titleOf(collection))
  const part = search.lens ?? 'fields'
  return (
    <>
      <PageHeader
        title={<bdi>{visibleDirections(texts.titleOf(collection))}</bdi>}
        isName
        fact={
          part === 'relations' ? texts.relationsHelp : query.data === undefined ? texts.reading : factOf(query.data)
        }
        actions={
          <>
            <Choice
              hasHiddenLabel
              label={texts.parts}
              value={part}
              options={schemaParts.map((one) => ({ id: one, label: texts.partNames[one] }))}
              onChange={(next) => change({ lens: next === 'fields' ? undefined : next })}
            />
            <IconButton label={texts.refresh} onPress={() => void query.refetch()} isPending={query.isFetching}>
              <RotateCw />
            </IconButton>
            <Link
              to="/projects/$project/data/$"
              params={{ project: project.id, _splat: encodePath(collection) }}
              search={databaseSearch(id)}
              className={buttonClasses()}
            >
              <Table2 aria-hidden="true" />
              {texts.documents}
            </Link>
          </>
        }
      />
      <PageBody>
        {part === 'relations' ? (
          <Relations collection={collection} />
        ) : (
          <QueryContent query={query} failed={texts.failed} rows={8}>
            {(lens) =>
              lens.sampled === 0 ? (
                <EmptyState icon={<FileText />} title={texts.nothing}>
                  {texts.nothingHelp}
                </EmptyState>
              ) : part === 'types' ? (
                <div className="overflow-hidden rounded border border-line">
                  <CodeBlock label={texts.partNames.types} code={typesOf(collection, lens)} />
                </div>
              ) : part === 'rules' ? (
                <RulesDraft collection={collection} lens={lens} />
              ) : (
                <Fields collection={collection} lens={lens} />
              )
            }
          </QueryContent>
        )}
      </PageBody>
    </>
  )
}

function factOf({ sampled, isWhole }: Lens): string {
  return isWhole ? texts.fromAll(formatNumber(sampled)) : texts.fromSample(formatNumber(sampled))
}

function Fields({ collection: of, lens }: { readonly collection: string; readonly lens: Lens }) {
  const { data: ids } = useIdRelations(of, lens)
  return (
    <div className="overflow-hidden rounded border border-line bg-ground-1">
      <DataTable
        label={texts.partNames.fields}
        rows={lens.fields}
        rowKey={({ name }) => name}
        hasCards
        columns={[
          { id: 'name', title: texts.field, cell: (field) => <FieldName field={field} /> },
          { id: 'types', title: texts.types, onCard: 'plain', cell: ({ types }) => typesText(types) },
          {
            id: 'share',
            title: texts.share,
            onCard: 'plain',
            cell: ({ count }) => <Share count={count} of={lens.sampled} />,
          },
          { id: 'values', title: texts.values, onCard: 'wide', cell: (field) => <Usual field={field} /> },
          {
            id: 'leadsTo',
            title: texts.leadsTo,
            onCard: 'plain',
            cell: ({ name, leadsTo }) => (
              <span className="flex flex-wrap gap-x-3">
                {leadsTo.map(({ collection }) => (
                  <CollectionLink key={collection} collection={collection} />
                ))}
                <UsuallyId relation={ids?.get(name)} />
              </span>
            ),
          },
        ]}
      />
    </div>
  )
}

function UsuallyId({ relation }: { readonly relation: IdRelation | undefined }) {
  if (relation === undefined) return null
  return (
    <span className="text-ink-2">
      {texts.usuallyIdOf} <CollectionLink collection={relation.collection} />{' '}
      {texts.foundOf(formatNumber(relation.found), formatNumber(relation.asked))}
    </span>
  )
}

/** A field of a map stands below it, a step to the side. */
function FieldName({ field: { path } }: { readonly field: LensField }) {
  const steps = ['', 'ps-4', 'ps-8', 'ps-12']
  return (
    <bdi className={`block font-medium break-all ${steps[path.length - 1] ?? ''}`}>
      {visibleDirections(path.at(-1) ?? '')}
    </bdi>
  )
}

function typesText(types: LensField['types']): string {
  const all = types.reduce((sum, { count }) => sum + count, 0)
  return types
    .map(({ type, count }) =>
      types.length === 1 ? valueTexts.types[type] : texts.typeShare(valueTexts.types[type], formatShare(count / all)),
    )
    .join(', ')
}

function Share({ count, of }: { readonly count: number; readonly of: number }) {
  return (
    <span className="flex items-center gap-2">
      <span aria-hidden="true" className="h-1 w-16 overflow-hidden rounded-full bg-ground-3">
        <span className="block h-full rounded-full bg-slate" style={{ width: `${(100 * count) / of}%` }} />
      </span>
      <span className="tabular-nums">{formatShare(count / of)}</span>
    </span>
  )
}

function Usual({ field: { values } }: { readonly field: LensField }) {
  return (
    <span className="flex max-w-md flex-wrap gap-1">
      {values.map(({ text, count }) => (
        <span key={text} className="inline-flex max-w-full gap-1.5 rounded-small bg-ground-2 px-1.5 text-small/5">
          <bdi className="truncate">{text === '' ? '""' : visibleDirections(text)}</bdi>
          <span className="text-ink-3 tabular-nums">{formatNumber(count)}</span>
        </span>
      ))}
    </span>
  )
}

/** Rules with a block for the collection, which go on in the editor of rules as a draft of this browser. */
function RulesDraft({ collection, lens }: { readonly collection: string; readonly lens: Lens }) {
  const database = useDatabase()
  const { project, id } = database
  const uid = useSignedIn()?.account.uid
  const navigate = useNavigate()
  const open = async (): Promise<void> => {
    if (uid === undefined) return
    const place: DraftPlace = { uid, project: project.id, area: 'documents', database: id }
    try {
      const live = await loadLiveRules(database, 'documents')
      // What is being written already goes on, with the block behind it.
      const before = readDraft(place) ?? { text: live.sources.main.content, base: live.rulesetName }
      const draft = { text: withLensRules(before.text, collection, lens), base: before.base, at: Date.now() }
      if (keepDraft(place, draft) !== 'kept') {
        toast(texts.noRoom)
        return
      }
      await navigate({ to: '/projects/$project/rules', params: { project: project.id }, search: databaseSearch(id) })
    } catch (thrown) {
      toast(messageOf(thrown))
    }
  }
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-prose text-table text-ink-2">{texts.rulesHelp}</p>
        {project.role === 'owner' && (
          <Button variant="primary" onPress={() => void open()}>
            {texts.openDraft}
          </Button>
        )}
      </div>
      <div className="overflow-hidden rounded border border-line">
        <CodeBlock label={texts.partNames.rules} code={withLensRules('', collection, lens)} />
      </div>
    </div>
  )
}

function Relations({ collection }: { readonly collection: string }) {
  const collections = useCollections('')
  return (
    <QueryContent query={collections} failed={texts.failed} rows={8}>
      {(ids) => <RelationsOf collection={collection} all={[...new Set([collection, ...ids])]} />}
    </QueryContent>
  )
}

function RelationsOf({ collection, all }: { readonly collection: string; readonly all: readonly string[] }) {
  const query = useRelations(all)
  return (
    <QueryContent query={query} failed={texts.failed} rows={8}>
      {({ relations, isCut }) =>
        relations.length === 0 ? (
          <EmptyState icon={<Waypoints />} title={texts.noRelations}>
            {texts.noRelationsHelp}
          </EmptyState>
        ) : (
          <>
            {isCut && <p className="text-table text-ink-2">{texts.relationsCut}</p>}
            <RelationsMap relations={relations} current={collection} />
          </>
        )
      }
    </QueryContent>
  )
}
