import { Link } from '@tanstack/react-router'
import { CircleCheck, CircleX, Play } from 'lucide-react'
import { useState } from 'react'
import { failureOf } from '../../../backend/errors/failure.ts'
import { messageOfRead } from '../../../backend/errors/read-reaction.ts'
import { useProject } from '../../../session/project-context.tsx'
import { type DescribedRequest, type ListedRequest, shortFileName } from '../../../shared/requests/list-requests.ts'
import { RequestPathLink } from '../../../shared/requests/request-path-link.tsx'
import { useRequest } from '../../../shared/requests/use-requests.ts'
import { rulesOf } from '../../../shared/rules/rules-search.ts'
import { wordsOfReason } from '../../../shared/rules/words-of-rules.ts'
import { SaveTestDialog } from '../../../shared/saved-tests/save-test-dialog.tsx'
import type { NameOfCaller } from '../../../shared/people/use-user-names.ts'
import { requestsTexts as texts } from '../../../texts/en/requests.ts'
import { visibleDirections } from '../../../texts/visible-directions.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button, buttonClasses } from '../../../ui/button.tsx'
import { CodeBlock } from '../../../ui/code-block.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useFailure } from '../../../ui/query-content.tsx'
import { SidePanel, type SidePanelProps } from '../../../ui/side-panel.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { RequestFacts, Values } from './request-facts.tsx'
import { RulesExcerpt } from './rules-excerpt.tsx'

/** All that is kept of a request beside the list: what decided it, who asked, and the ways to the rules. */
export function RequestPanel({
  id,
  nameOf,
  ...panel
}: {
  readonly id: string
  readonly nameOf: NameOfCaller
} & Pick<SidePanelProps, 'position' | 'onPrevious' | 'onNext' | 'onClose'>) {
  const query = useRequest(id)
  const failure = useFailure(query)
  const { data } = query
  return (
    <SidePanel
      {...panel}
      label={texts.requestTitle}
      foot={data?.test && <Acts key={id} request={data.request} test={data.test} />}
    >
      {data !== undefined ? (
        <Described described={data} nameOf={nameOf} />
      ) : failure === undefined ? (
        <Skeleton rows={10} />
      ) : (
        <ErrorState title={texts.requestFailed} onRetry={() => void query.refetch()}>
          {failureOf(failure).code === 'not-found' ? texts.requestGone : messageOfRead(failure)}
        </ErrorState>
      )}
    </SidePanel>
  )
}

function Described({ described, nameOf }: { readonly described: DescribedRequest; readonly nameOf: NameOfCaller }) {
  const { request, test, unknown, why } = described
  const { verdict, operation, path, rule, reason } = request
  return (
    <>
      <div className="grid gap-1.5 px-4.5 pt-1 pb-4 max-panel:pt-3">
        <div className="flex flex-wrap items-baseline gap-x-2.5 gap-y-1">
          {verdict === 'allowed' ? (
            <Badge tone="good" icon={<CircleCheck />}>
              {texts.allowed}
            </Badge>
          ) : (
            <Badge tone="danger" icon={<CircleX />}>
              {texts.denied}
            </Badge>
          )}
          <h2 className="min-w-0 text-section font-semibold wrap-anywhere">
            {operation}{' '}
            <RequestPathLink request={request} className="rounded-small hover:underline">
              {visibleDirections(path)}
            </RequestPathLink>
          </h2>
        </div>
        <p className="text-table text-ink-2">
          {[
            rule && texts.decidedBy(shortFileName(rule.fileName), rule.line),
            verdict === 'denied' && reason !== undefined && wordsOfReason(reason),
          ]
            .filter(Boolean)
            .join(' ')}
        </p>
      </div>
      {rule !== undefined && <RulesExcerpt described={described} rule={rule} />}
      <Values request={request} why={why} />
      <RequestFacts request={request} nameOf={nameOf} />
      {unknown.length > 0 && (
        <div className="px-4.5 pb-4">
          <Notice tone="information">{texts.unknownParts(unknown.join(', '))}</Notice>
        </div>
      )}
      {test !== undefined && (
        <details className="px-4.5 pb-5">
          <summary className="w-fit cursor-default rounded-small text-table text-ink-2 hover:text-ink-1 touch:py-2.5">
            {texts.kept}
          </summary>
          <div className="mt-2 overflow-hidden rounded border border-line [&_pre]:max-h-72">
            <CodeBlock label={texts.kept} code={JSON.stringify(test, null, 2)} isNarrow />
          </div>
        </details>
      )}
    </>
  )
}

/** What was not kept no test has, so a test is what follows and not what stands out. */
function Acts({
  request,
  test,
}: {
  readonly request: ListedRequest
  readonly test: NonNullable<DescribedRequest['test']>
}) {
  const project = useProject()
  const [isSaving, setSaving] = useState(false)
  const [isSaved, setSaved] = useState(false)
  return (
    <>
      <Link
        to="/projects/$project/rules"
        params={{ project: project.id }}
        search={{ request: request.id, ...rulesOf(request) }}
        className={buttonClasses()}
      >
        <Play aria-hidden="true" />
        {texts.tryAgain}
      </Link>
      {project.role === 'owner' && !isSaved && (
        <Button variant="quiet" onPress={() => setSaving(true)}>
          {texts.saveAsTest}
        </Button>
      )}
      {isSaved && (
        <p role="status" className="text-table text-ink-2">
          {texts.savedAsTest}{' '}
          <TextLink to="/projects/$project/rules" params={{ project: project.id }} search={rulesOf(request)}>
            {texts.toRules}
          </TextLink>
        </p>
      )}
      {isSaving && (
        <SaveTestDialog
          test={test}
          isAllowed={request.verdict === 'allowed'}
          onSaved={() => {
            setSaving(false)
            setSaved(true)
          }}
          onClose={() => setSaving(false)}
        />
      )}
    </>
  )
}
