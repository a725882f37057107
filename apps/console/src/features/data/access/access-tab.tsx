import { Link } from '@tanstack/react-router'
import { CircleCheck, CircleX } from 'lucide-react'
import { databaseSearch } from '../../../shared/databases/database-search.ts'
import { useDatabase } from '../../../shared/databases/use-databases.ts'
import { messageOfRead } from '../../../backend/errors/read-reaction.ts'
import { accessTexts as texts } from '../../../texts/en/data-access.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { ComboField } from '../../../ui/combo-field.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useFailure } from '../../../ui/query-content.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useForm } from '../../../ui/use-form.ts'
import type { TypedFields } from '../../../documents/values/typed-value.ts'
import { SituationProblem } from '../../../shared/rules/simulator/situation.ts'
import { useDataSearch } from '../use-data-search.ts'
import { type Access, type Person, askAccess } from './ask-access.ts'
import { useFoundUsers } from '../../../shared/people/use-found-users.ts'
import { useQuery } from '@tanstack/react-query'
import { identityOf } from '../queries/data-queries.ts'

/** Who may do what with the document by the rules that are published. The address says as whom it is asked. */
export default function AccessTab({
  path,
  fields,
}: {
  readonly path: string
  /** undefined for a document that isn't there. */
  readonly fields: TypedFields | undefined
}) {
  const { search } = useDataSearch()
  const uid = search.as
  return (
    <div className="grid gap-4 p-3">
      <p className="text-table text-ink-2">{texts.help}</p>
      <AccessOf title={texts.visitor} path={path} fields={fields} uid={undefined} claims="{}" />
      <PersonForm key={`${uid} ${search.claims}`} uid={uid ?? ''} claims={search.claims ?? '{}'} />
      {uid !== undefined && (
        <AccessOf title={texts.user(uid)} path={path} fields={fields} uid={uid} claims={search.claims ?? '{}'} />
      )}
    </div>
  )
}

function PersonForm({ uid, claims }: { readonly uid: string; readonly claims: string }) {
  const { change } = useDataSearch()
  const form = useForm({
    initial: { uid, claims },
    validators: {
      uid: (text) => (text.trim() === '' ? texts.noUid : undefined),
      claims: (text) => (isObject(text) ? undefined : texts.badClaims),
    },
    async submit(values) {
      const text = values.claims.trim()
      change({ as: values.uid.trim(), claims: text === '{}' ? undefined : text })
    },
  })
  const uidField = form.field('uid')
  const found = useFoundUsers(uidField.value)
  return (
    <form {...form.formProps} aria-label={texts.ask} className="grid gap-3 rounded border border-line bg-ground-2 p-3">
      <div className="grid gap-3 @md:grid-cols-2">
        <ComboField
          {...uidField}
          label={texts.uid}
          description={texts.uidHelp}
          options={[...found.keys()]}
          onChange={(text) => uidField.onChange(found.get(text) ?? text)}
        />
        <TextField
          {...form.field('claims')}
          label={texts.claims}
          description={texts.claimsHelp}
          isMonospaced
          autoComplete="off"
        />
      </div>
      <div>
        <Button type="submit" size="small">
          {texts.ask}
        </Button>
      </div>
    </form>
  )
}

function AccessOf({
  title,
  path,
  fields,
  uid,
  claims,
}: Person & { readonly title: string; readonly path: string; readonly fields: TypedFields | undefined }) {
  const query = useAccess(path, fields, { uid, claims })
  const answer = query.data
  const failure = useFailure(query)
  return (
    <section aria-label={title} className="grid min-w-0 gap-2">
      <h3 className="text-table font-medium break-all">
        <bdi>{title}</bdi>
      </h3>
      {failure !== undefined ? (
        <ErrorState title={texts.failed} onRetry={() => void query.refetch()}>
          {failure instanceof SituationProblem ? failure.message : messageOfRead(failure)}
        </ErrorState>
      ) : answer === undefined ? (
        <Skeleton rows={3} />
      ) : (
        <>
          {!answer.isReleased && <Notice tone="attention">{texts.nothingPublished}</Notice>}
          <ul className="rounded border border-line">
            {answer.access.map((access) => (
              <li key={access.method} className="border-b border-line px-3 py-2 last:border-b-0">
                <AccessRow access={access} />
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

function AccessRow({ access: { method, isAllowed, decidedAt, coveredBy, reason } }: { readonly access: Access }) {
  return (
    <div className="grid gap-1">
      <p className="flex flex-wrap items-center gap-2 text-table">
        <span className="min-w-20 flex-1">{texts.methods[method]}</span>
        <Badge tone={isAllowed ? 'good' : 'danger'} icon={isAllowed ? <CircleCheck /> : <CircleX />}>
          {isAllowed ? texts.allowed : texts.denied}
        </Badge>
      </p>
      <p className="text-small text-ink-2">
        {decidedAt !== undefined ? (
          <>
            <LineLink line={decidedAt.line} /> <code className="text-code break-all">{decidedAt.text}</code>
          </>
        ) : coveredBy === undefined ? (
          texts.nothingCovers
        ) : (
          <>
            <LineLink line={coveredBy.position.line} /> {texts.notAllowedBy(coveredBy.pattern, method)}
          </>
        )}
      </p>
      {!isAllowed && reason !== undefined && <p className="text-small break-words text-crimson">{reason}</p>}
    </div>
  )
}

/** The way to a line of the rules. */
function LineLink({ line }: { readonly line: number }) {
  const { project, id } = useDatabase()
  return (
    <Link
      to="/projects/$project/rules"
      params={{ project: project.id }}
      search={{ ...databaseSearch(id), line }}
      className="text-ink-1 underline underline-offset-2"
    >
      {texts.line(line)}
    </Link>
  )
}

function isObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    // Not even JSON.
    return false
  }
}

/** What somebody may do with a document by the rules that are published. It is not among the queries of the page: it brings the simulator. */
function useAccess(path: string, fields: TypedFields | undefined, { uid, claims }: Person) {
  const database = useDatabase()
  return useQuery({
    queryKey: [database.project.id, 'data', 'access', database.id, path, fields && identityOf(fields), uid, claims],
    queryFn: async () => await askAccess(database, path, fields, { uid, claims }),
    gcTime: 0,
  })
}
